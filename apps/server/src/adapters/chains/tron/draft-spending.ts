import type { RefundId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { mostTronFee, type TronPlanned } from '@kobogate/plans';
import type { Holding, OwnAddress, SpendingDraft, SpendingWish } from '../../../custody/index.ts';
import { addressesOf, NO_TRANSFER, noteMissingGas, placeOf, requireAsset, STAGES } from '../account-spending.ts';
import { termsKey, type TokenTerms } from '../evm/token-terms.ts';
import { bytesOf, costOf } from './transfer-cost.ts';
import type { TronBlock, TronPrices, TronResources } from './read-tron.ts';
import { TRX } from './tron-assets.ts';

export interface Facts {
  /** A final one: transactions refer to it, and are dated by it. */
  readonly block: TronBlock;
  readonly prices: TronPrices;
  /** What each address of ours that takes part, and each payee of TRX, may use for nothing, by its written form. */
  readonly resources: ReadonlyMap<string, TronResources>;
  readonly holdings: readonly Holding[];
  /** How each transfer of tokens would go; its gas is energy. */
  readonly tokens: TokenTerms;
}

/** Nodes take nothing that is good for longer than a day; the block that dates it is about a minute old. */
const GOOD_FOR_MS = 86_340_000;
const NOTHING_FREE: TronResources = { isActive: false, energy: 0n, freeBytes: 0n, stakedBytes: 0n };

/**
 * The transactions that empty deposit addresses into the treasury and pay refunds from there. An address with tokens first gets
 * the TRX for their transfer from the treasury, as far as the treasury has it: for energy that it has not staked for, for
 * bandwidth beyond the day's free part, and for becoming an account at all. Pure.
 */
export function draftSpending(
  facts: Facts,
  { treasury, refunds, isSweep, reserved = [], sweepTo, leastOf }: SpendingWish,
): SpendingDraft {
  const trx = requireAsset(TRX);
  const { tokens } = facts;
  const held = new Map(facts.holdings.map(({ address, asset, amount }) => [termsKey(address, asset), amount]));
  const of = (address: OwnAddress, asset: string): bigint => held.get(termsKey(address, asset)) ?? 0n;
  const standing = reserved.filter((planned) => planned.kind === 'tron');
  const builder = createBuilder(facts, standing);
  const home = sweepTo === undefined ? treasury : { payee: sweepTo.address, refundId: null };
  const notes: string[] = [...tokens.notes];
  // Less what open plans take from it.
  const paying = standing.filter(({ from }) => from.chain === 1);
  const promised = paying.reduce((sum, { asset, amount, fee }) => sum + fee + (asset === TRX ? amount : 0n), 0n);
  const unpaid: bigint[] = [];
  let left = of(treasury, TRX) - promised;
  const swept = new Map<string, bigint>();
  for (const { asset, amount } of paying) swept.set(asset, (swept.get(asset) ?? 0n) - amount);

  for (const address of isSweep ? addressesOf(facts.holdings) : []) {
    const present = facts.holdings.filter(
      (holding) =>
        holding.address.addressKey === address.addressKey &&
        holding.asset !== TRX &&
        holding.amount >= leastOf(holding.asset),
    );
    const planned = present.flatMap(({ asset, amount }) => {
      const energy = tokens.sweeps.get(termsKey(address, asset));
      const made = builder.make({ purpose: 'sweep', asset, amount, from: address, to: home, energy: energy ?? 0n });
      if (energy !== undefined && made.fee <= mostTronFee()) return [made];
      const why = tokens.refusals.get(termsKey(address, asset)) ?? NO_TRANSFER;
      const isToldOfAll = tokens.refusals.get(termsKey(address, asset)) === null;
      if (!isToldOfAll) notes.push(`${asset} at ${address.address} was left there: ${why}.`);
      return [];
    });
    const own = of(address, TRX);
    const costs = planned.map((each) => builder.cost(each));
    const needed = costs.reduce((sum, cost) => sum + cost, 0n);
    const missing = planned.length > 0 && own < needed ? needed - own : 0n;
    if (missing > 0n) {
      const gas = builder.make({
        purpose: 'gas',
        asset: TRX,
        amount: missing,
        from: treasury,
        to: address,
        energy: 0n,
      });
      const cost = missing + builder.cost(gas);
      if (cost > left) {
        const text = formatUnits(cost, trx.decimals);
        unpaid.push(cost);
        notes.push(
          `${address.address} keeps its tokens: the treasury ${treasury.address} lacks TRX for their energy and bandwidth (${text} for this address).`,
        );
        continue;
      }
      left -= cost;
      builder.add(gas);
    }
    for (const each of planned) {
      builder.add(each);
      swept.set(each.asset, (swept.get(each.asset) ?? 0n) + each.amount);
    }
    if (missing > 0n) continue;
    const rest = own - needed;
    const whole = builder.make({ purpose: 'sweep', asset: TRX, amount: rest, from: address, to: home, energy: 0n });
    const amount = rest - builder.cost(whole);
    if (amount >= leastOf(TRX) && amount > 0n) builder.add({ ...whole, amount });
  }

  const { currency, decimals } = trx;
  notes.unshift(...noteMissingGas(unpaid, { treasury: treasury.address, left, currency, decimals }));

  for (const refund of refunds) {
    const { asset: code, amount } = refund;
    const refusal = tokens.refusals.get(refund.id);
    if (refusal !== undefined) {
      if (refusal !== null) notes.push(`The refund ${refund.id} is not in the plan: ${refusal}. Decline it.`);
      continue;
    }
    const isTrx = code === TRX;
    const energy = isTrx ? 0n : tokens.refunds.get(refund.id);
    const to = { payee: refund.address, refundId: refund.id };
    const made = builder.make({ purpose: 'refund', asset: code, amount, from: treasury, to, energy: energy ?? 0n });
    const cost = builder.cost(made);
    if (energy !== undefined && made.fee > mostTronFee()) {
      notes.push(`The refund ${refund.id} is not in the plan: it costs more than the key tool signs for at present.`);
      continue;
    }
    const there = isTrx ? left - cost : of(treasury, code) + (swept.get(code) ?? 0n);
    if (energy === undefined || there < amount || left < cost) {
      notes.push(
        `The refund ${refund.id} is not in the plan: the treasury ${treasury.address} lacks ${requireAsset(code).currency}, or TRX for its energy and bandwidth. Sweep first, or put some in.`,
      );
      continue;
    }
    left -= cost + (isTrx ? amount : 0n);
    if (!isTrx) swept.set(code, (swept.get(code) ?? 0n) - amount);
    builder.add(made);
  }
  return { transactions: builder.all(), notes };
}

interface Wanted {
  readonly purpose: TronPlanned['purpose'];
  readonly asset: string;
  readonly amount: bigint;
  readonly from: OwnAddress;
  readonly to: OwnAddress | { readonly payee: string; readonly refundId: RefundId | null };
  readonly energy: bigint;
}

/** Makes the plan's transactions, and keeps count of what each sender may still use for nothing. */
function createBuilder({ block, prices, resources }: Facts, standing: readonly TronPlanned[]) {
  const made: TronPlanned[] = [];
  const opened = new Set<string>();
  const free = new Map<string, TronResources>();
  const of = (address: string): TronResources => free.get(address) ?? resources.get(address) ?? NOTHING_FREE;
  const refHash = block.id.slice(16, 32);
  // Two equal transactions that refer to one block differ by this alone, also where one of them is in an open plan.
  const taken = standing
    .filter((planned) => planned.refHash === refHash)
    .map(({ timestamp }) => timestamp - block.madeAt);
  let number = Math.max(0, ...taken);

  /** The most that the network takes for its bytes, or for opening the payee's account. */
  function forBytes(planned: TronPlanned): bigint {
    const opens = planned.asset === TRX && !of(planned.payee).isActive && !opened.has(planned.payee);
    return opens ? prices.account : bytesOf(planned) * prices.byte;
  }

  function make({ purpose, asset, amount, from, to, energy }: Wanted): TronPlanned {
    const isOurs = 'chain' in to;
    number += 1;
    const planned: TronPlanned = {
      kind: 'tron',
      stage: STAGES[purpose],
      purpose,
      asset,
      amount,
      from: placeOf(from),
      payee: isOurs ? to.address : to.payee,
      payeePlace: isOurs ? placeOf(to) : null,
      refundId: isOurs ? null : to.refundId,
      refBlock: block.id.slice(12, 16),
      refHash,
      expiration: block.madeAt + GOOD_FOR_MS,
      timestamp: block.madeAt + number,
      feeLimit: energy * prices.energy,
      fee: 0n,
    };
    return { ...planned, fee: planned.feeLimit + forBytes(planned) };
  }

  /** What a transaction takes of its sender's TRX: what it uses for nothing is deducted. */
  function cost(planned: TronPlanned): bigint {
    const opens = planned.asset === TRX && forBytes(planned) === prices.account;
    return opens ? prices.account : costOf(planned, prices, of(planned.from.address));
  }

  return {
    make,
    cost,
    add: (planned: TronPlanned): void => {
      const { address } = planned.from;
      const before = of(address);
      const bytes = bytesOf(planned);
      const energy = planned.feeLimit / prices.energy;
      const isStaked = before.stakedBytes >= bytes;
      free.set(address, {
        isActive: true,
        energy: before.energy > energy ? before.energy - energy : 0n,
        freeBytes: !isStaked && before.freeBytes >= bytes ? before.freeBytes - bytes : before.freeBytes,
        stakedBytes: isStaked ? before.stakedBytes - bytes : before.stakedBytes,
      });
      if (planned.asset === TRX) opened.add(planned.payee);
      made.push(planned);
    },
    all: (): TronPlanned[] => made.toSorted((one, other) => one.stage - other.stage),
  };
}
