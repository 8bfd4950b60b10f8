import { type EvmNetworkId, type LedgerAsset, type RefundId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { type EvmPlanned, mostEvmFee, mostFeeOf, tokenTransferData } from '@kobogate/plans';
import { addressesOf, NO_TRANSFER, noteMissingGas, placeOf, requireAsset, STAGES } from '../account-spending.ts';
import { termsKey, type TokenTerms } from './token-terms.ts';
import type { Holding, OwnAddress, SpendingDraft, SpendingWish } from '../../../custody/index.ts';

/** The network's current prices, as its node reports them. */
export interface Prices {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  /** Gas of a payment of the network's own coin. */
  readonly payment: bigint;
  /**
   * Gas of each refund of the network's own coin, by the refund's id: a wallet that is a contract takes more. An id is
   * missing where the node could not estimate it.
   */
  readonly refunds: ReadonlyMap<string, bigint>;
  /** How each transfer of tokens would go. */
  readonly tokens: TokenTerms;
  /** What an address keeps for network charges besides gas. */
  readonly reserve: bigint;
}

export interface Facts {
  readonly network: EvmNetworkId;
  readonly native: LedgerAsset;
  readonly prices: Prices;
  /** Balances of every address of ours that holds something, and of the treasury. */
  readonly holdings: readonly Holding[];
  /** The nonce of each address's next transaction, by address key. */
  readonly nonces: ReadonlyMap<string, number>;
}

/**
 * The transactions that empty deposit addresses into the treasury and pay refunds from there, in the order in which
 * they can be sent. An address with tokens but no coin for gas gets it from the treasury first, as far as that has it.
 * Pure.
 */
export function draftSpending(
  facts: Facts,
  { treasury, refunds, isSweep, reserved = [], sweepTo, leastOf }: SpendingWish,
): SpendingDraft {
  const { native, prices } = facts;
  const held = new Map<string, bigint>();
  for (const { address, asset, amount } of facts.holdings) held.set(`${address.addressKey} ${asset}`, amount);
  const of = (address: OwnAddress, asset: string): bigint => held.get(`${address.addressKey} ${asset}`) ?? 0n;
  const spokenFor = reserved.filter((planned) => planned.kind === 'evm');
  const builder = createBuilder(facts, spokenFor);
  const home = sweepTo === undefined ? treasury : { payee: sweepTo.address, refundId: null };
  const notes: string[] = [...prices.tokens.notes];
  const fee = (gas: bigint): bigint => gas * prices.maxFeePerGas;
  const isTooDear = (gas: bigint): boolean => fee(gas) > mostEvmFee(facts.network);
  if (isTooDear(prices.payment)) {
    return { transactions: [], notes: ['The network asks for more gas than the key tool signs for. Please wait.'] };
  }
  // What the treasury will be able to pay: its own coin at once, tokens once they were swept. Less what open plans take
  // from it.
  const paying = spokenFor.filter(({ from }) => from.chain === 1);
  const swept = new Map<string, bigint>();
  for (const { asset, amount } of paying) swept.set(asset, (swept.get(asset) ?? 0n) - amount);
  const promised = paying.reduce((sum, planned) => sum + mostFeeOf(planned) + planned.value, 0n);
  const unpaid: bigint[] = [];
  let gasLeft = of(treasury, native.code) - prices.reserve - promised;

  for (const address of isSweep ? addressesOf(facts.holdings) : []) {
    const tokens = facts.holdings.filter(
      ({ address: { addressKey }, asset, amount }) =>
        addressKey === address.addressKey && asset !== native.code && amount >= leastOf(asset),
    );
    const gasFor = (asset: string): bigint | undefined => prices.tokens.sweeps.get(termsKey(address, asset));
    const movable = tokens.filter(({ asset }) => {
      const gas = gasFor(asset);
      return gas !== undefined && !isTooDear(gas);
    });
    for (const { asset } of tokens.filter((token) => !movable.includes(token))) {
      const why = prices.tokens.refusals.get(termsKey(address, asset)) ?? NO_TRANSFER;
      const isToldOfAll = prices.tokens.refusals.get(termsKey(address, asset)) === null;
      if (!isToldOfAll) notes.push(`${asset} at ${address.address} was left there: ${why}.`);
    }
    const own = of(address, native.code);
    const needed = movable.reduce((sum, { asset }) => sum + fee(gasFor(asset) ?? 0n), 0n) + prices.reserve;
    const missing = movable.length > 0 && own < needed ? needed - own : 0n;
    const costOfGas = missing === 0n ? 0n : missing + fee(prices.payment);
    if (costOfGas > gasLeft) {
      const text = formatUnits(costOfGas, native.decimals);
      unpaid.push(costOfGas);
      notes.push(
        `${address.address} keeps its tokens: the treasury ${treasury.address} lacks ${native.currency} for their gas (${text} for this address).`,
      );
    } else {
      if (missing > 0n) {
        gasLeft -= costOfGas;
        builder.add({
          purpose: 'gas',
          asset: native,
          amount: missing,
          from: treasury,
          to: address,
          gas: prices.payment,
        });
      }
      for (const { asset: code, amount } of movable) {
        const asset = requireAsset(code);
        builder.add({
          purpose: 'sweep',
          asset,
          amount,
          from: address,
          to: home,
          gas: gasFor(code) ?? 0n,
        });
        swept.set(code, (swept.get(code) ?? 0n) + amount);
      }
    }
    const rest = own - (missing > 0n || movable.length === 0 ? 0n : needed) - fee(prices.payment) - prices.reserve;
    if (missing === 0n && rest >= leastOf(native.code) && rest > 0n) {
      builder.add({ purpose: 'sweep', asset: native, amount: rest, from: address, to: home, gas: prices.payment });
    }
  }

  const { currency, decimals } = native;
  notes.unshift(...noteMissingGas(unpaid, { treasury: treasury.address, left: gasLeft, currency, decimals }));

  for (const refund of refunds) {
    const asset = requireAsset(refund.asset);
    const isNative = asset.code === native.code;
    const gas = (isNative ? prices : prices.tokens).refunds.get(refund.id);
    const refusal = prices.tokens.refusals.get(refund.id);
    if (isNative && gas === undefined) {
      notes.push(
        `The refund ${refund.id} is not in the plan: the network says that ${refund.address} would not take it, or that the treasury lacks ${asset.currency}. Put some in, or decline it.`,
      );
      continue;
    }
    if (refusal !== undefined) {
      if (refusal !== null) notes.push(`The refund ${refund.id} is not in the plan: ${refusal}. Decline it.`);
      continue;
    }
    const there = isNative ? gasLeft : of(treasury, asset.code) + (swept.get(asset.code) ?? 0n);
    const cost = fee(gas ?? 0n);
    if (gas !== undefined && isTooDear(gas)) {
      notes.push(`The refund ${refund.id} is not in the plan: it costs more than the key tool signs for at present.`);
      continue;
    }
    if (gas === undefined || there < refund.amount + (isNative ? cost : 0n) || gasLeft < cost) {
      notes.push(
        `The refund ${refund.id} is not in the plan: the treasury ${treasury.address} lacks ${asset.currency}, or ${native.currency} for its gas. Sweep first, or put some in.`,
      );
      continue;
    }
    gasLeft -= cost + (isNative ? refund.amount : 0n);
    if (!isNative) swept.set(asset.code, (swept.get(asset.code) ?? 0n) - refund.amount);
    const to = { payee: refund.address, refundId: refund.id };
    builder.add({ purpose: 'refund', asset, amount: refund.amount, from: treasury, to, gas });
  }
  return { transactions: builder.all(), notes };
}

interface Wanted {
  readonly purpose: EvmPlanned['purpose'];
  readonly asset: LedgerAsset;
  readonly amount: bigint;
  readonly from: OwnAddress;
  readonly to: OwnAddress | { readonly payee: string; readonly refundId: RefundId | null };
  readonly gas: bigint;
}

function createBuilder({ prices, nonces }: Facts, reserved: readonly EvmPlanned[]) {
  const used = new Set(reserved.map(({ from, nonce }) => `${from.address} ${nonce}`));
  const made: EvmPlanned[] = [];
  return {
    add: ({ purpose, asset, amount, from, to, gas }: Wanted): void => {
      // The lowest free one: a gap that a discarded plan left would hold up all after it.
      let nonce = nonces.get(from.addressKey) ?? 0;
      while (used.has(`${from.address} ${nonce}`)) nonce += 1;
      used.add(`${from.address} ${nonce}`);
      const isOurs = 'chain' in to;
      const payee = isOurs ? to.address : to.payee;
      made.push({
        kind: 'evm',
        stage: STAGES[purpose],
        purpose,
        asset: asset.code,
        amount,
        from: placeOf(from),
        payee,
        payeePlace: isOurs ? placeOf(to) : null,
        refundId: isOurs ? null : to.refundId,
        nonce,
        to: asset.contract ?? payee,
        value: asset.contract === null ? amount : 0n,
        data: asset.contract === null ? '0x' : tokenTransferData(payee, amount),
        gas,
        maxFeePerGas: prices.maxFeePerGas,
        maxPriorityFeePerGas: prices.maxPriorityFeePerGas,
      });
    },
    // A stable sort: it keeps the order, and so the nonces, of each address.
    all: (): EvmPlanned[] => made.toSorted((left, right) => left.stage - right.stage),
  };
}
