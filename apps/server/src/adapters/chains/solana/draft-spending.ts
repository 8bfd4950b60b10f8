import { findLedgerAsset } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { solanaCost, type SolanaPlanned, TOKEN_ACCOUNT_RENT } from '@kobogate/plans';
import type { DueRefund, OwnAddress, SpendingDraft, SpendingWish } from '../../../custody/index.ts';
import type { EmptyAccount, Facts, Held } from './facts.ts';
import { createPlanBudget, type PlanBudget } from './plan-budget.ts';
import { placeOf } from '../account-spending.ts';

export const COIN = 'SOL@solana';
const STAGES = { sweep: 0, refund: 1, close: 0 } as const;
const HOW_TO_MAKE = 'npm run ops -- treasury nonces solana';

/**
 * The transactions that empty deposit addresses into the treasury and pay refunds from there: each uses its own nonce,
 * and the treasury pays its fee. An address keeps the rent-exempt minimum of SOL, so that a small amount that arrives
 * before the plan is sent can't make its sweep fail. For the same reason a token account is closed by a transaction of its
 * own, once it is empty: with nonces that nothing else needs. Pure.
 */
export function draftSpending(facts: Facts, wish: SpendingWish): SpendingDraft {
  const { nonces } = facts;
  if (nonces.length === 0) {
    return {
      transactions: [],
      notes: [`Nothing can be signed offline without nonces. Make some first: ${HOW_TO_MAKE}`],
    };
  }
  const drafting: Drafting = { facts, wish, notes: [], budget: createPlanBudget(facts, COIN) };
  const { budget, notes } = drafting;
  for (const promised of wish.reserved ?? []) {
    if (promised.kind !== 'solana') continue;
    budget.add(COIN, -solanaCost(promised));
    if (promised.from.chain === 1) budget.add(promised.asset, -promised.amount);
  }
  const movable = listMovable(drafting);
  // A refund that needs no sweep does not wait for sweeps where nonces are few.
  const room = Math.max(nonces.length - wish.refunds.length, Math.ceil(nonces.length / 2));
  const sweeps = movable.slice(0, room).flatMap((held) => draftSweep(drafting, held) ?? []);
  for (const { asset, amount } of sweeps) budget.add(asset, amount);
  const payable = wish.refunds.filter((refund) => takeRefund(drafting, refund));
  const refunds = payable.slice(0, nonces.length - sweeps.length).map((refund) => draftRefund(drafting, refund));
  const left = Math.max(0, movable.length - room) + payable.length - refunds.length;
  if (left > 0) {
    notes.push(
      `${left} more wait for the next plan: each transaction takes a nonce, and there are ${nonces.length}. More are made by: ${HOW_TO_MAKE}`,
    );
  }
  // The signer closes no accounts: a plan that a person signs does.
  const closings =
    wish.isSweep && wish.sweepTo === undefined
      ? facts.emptied.flatMap((account) => draftClosing(drafting, account) ?? [])
      : [];
  if (closings.length > 0) {
    const rent = closings.reduce((sum, { amount }) => sum + amount, 0n);
    const count =
      closings.length === 1 ? 'An emptied token account is' : `${closings.length} emptied token accounts are`;
    notes.push(`${count} closed: ${formatUnits(rent, 9)} SOL of rent come back to the treasury.`);
  }
  return { transactions: [...closings, ...sweeps, ...refunds], notes };
}

/** Null where nonces or SOL are short, or it gives back little more than it costs: there is time. */
function draftClosing(
  { facts, wish, budget }: Drafting,
  { address, asset, lamports }: EmptyAccount,
): SolanaPlanned | null {
  const [payer, from] = [placeOf(wish.treasury), placeOf(address)];
  const words = { from, payer, opensAccount: false, unitPrice: facts.unitPrice };
  const cost = solanaCost(words);
  if (lamports < 2n * cost || cost > budget.has(COIN)) return null;
  const date = budget.nextNonce();
  if (date === null) return null;
  budget.add(COIN, -cost);
  const places = { ...words, payee: payer.address, payeePlace: payer, refundId: null };
  const [kind, stage, purpose] = ['solana', STAGES.close, 'close'] as const;
  return { kind, stage, purpose, asset: COIN, amount: lamports, closes: asset, ...places, ...date };
}

interface Drafting {
  readonly facts: Facts;
  readonly wish: SpendingWish;
  readonly budget: PlanBudget;
  readonly notes: string[];
}

/** The coins at deposit addresses that are worth moving: first those that refunds need, then by size. */
function listMovable({ facts, wish, notes }: Drafting): Held[] {
  const wanted = new Set(wish.refunds.map(({ asset }) => asset));
  const found = (wish.isSweep ? facts.holdings : []).flatMap((held): Held[] => {
    const { address, asset, isFrozen } = held;
    const amount = asset === COIN ? held.amount - facts.leastLamports : held.amount;
    if (address.chain !== 0 || amount <= 0n || amount < wish.leastOf(asset)) return [];
    if (isFrozen) notes.push(`${asset} at ${address.address} was left there: its issuer has frozen it.`);
    return isFrozen ? [] : [{ ...held, amount }];
  });
  const rank = ({ asset }: Held): number => (wanted.has(asset) ? 0 : 1);
  return found.toSorted(
    (one, other) => rank(one) - rank(other) || (one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1),
  );
}

/** Null where the treasury can't pay for it, which is reported. */
function draftSweep({ facts, wish, budget, notes }: Drafting, { address, asset, amount }: Held): SolanaPlanned | null {
  const [payer, from, mint] = [placeOf(wish.treasury), placeOf(address), mintOf(asset)];
  // The first of them opens the account where they end, and it is not known which one that will be.
  const opensAccount = mint !== null && !facts.mints.has(mint);
  const words = { from, payer, opensAccount, unitPrice: facts.unitPrice };
  const cost = solanaCost(words) - (opensAccount && budget.isOpen(mint) ? TOKEN_ACCOUNT_RENT : 0n);
  const date = cost > budget.has(COIN) ? null : budget.nextNonce();
  if (date === null) {
    notes.push(`${asset} at ${address.address} was left there: ${lacks(wish, 'SOL for what the network takes')}.`);
    return null;
  }
  budget.add(COIN, -cost);
  if (mint !== null) budget.open(mint);
  const [kind, stage, purpose, { address: payee }] = ['solana', STAGES.sweep, 'sweep', homeOf(wish)] as const;
  const payeePlace = wish.sweepTo === undefined ? payer : null;
  return { kind, stage, purpose, asset, amount, payee, payeePlace, refundId: null, ...words, ...date };
}

/** Takes what a refund needs from the budget. False where it can't be paid, which is reported with the reason. */
function takeRefund({ facts, wish, budget, notes }: Drafting, refund: DueRefund): boolean {
  const { id, asset, amount, address } = refund;
  const { account, mints } = facts.payees.get(address) ?? { account: 'none', mints: new Set() };
  const mint = mintOf(asset);
  const cost = costOfRefund(facts, wish, mint);
  const least = facts.leastLamports;
  const isLacking = amount > budget.has(asset) || cost + (mint === null ? amount : 0n) > budget.has(COIN);
  const problem =
    account === 'other'
      ? 'its address is a program’s account and no wallet: coins there could be out of reach. Decline it.'
      : mint === null && account === 'none' && amount < least
        ? `an account that is not there yet must get at least ${formatUnits(least, 9)} SOL. Decline it.`
        : isLacking
          ? `${lacks(wish, `${findLedgerAsset(asset)?.currency ?? asset}, or SOL for what the network takes`)}. Sweep first, or put some in.`
          : null;
  if (problem !== null) {
    notes.push(`The refund ${id} is not in the plan: ${problem}`);
    return false;
  }
  if (mint !== null && !mints.has(mint)) {
    notes.push(
      `The refund ${id} opens a token account for ${address}, which costs the treasury ${formatUnits(TOKEN_ACCOUNT_RENT, 9)} SOL.`,
    );
  }
  budget.add(asset, -amount);
  budget.add(COIN, -cost);
  return true;
}

function draftRefund({ facts, wish, budget }: Drafting, { id, asset, amount, address }: DueRefund): SolanaPlanned {
  const own = placeOf(wish.treasury);
  const date = budget.nextNonce();
  if (date === null) throw new Error('there are fewer nonces than were counted');
  const [kind, stage, purpose] = ['solana', STAGES.refund, 'refund'] as const;
  const places = { from: own, payee: address, payeePlace: null, payer: own };
  // Also where it is open now: its owner may close it before the plan is sent.
  const words = { opensAccount: mintOf(asset) !== null, unitPrice: facts.unitPrice };
  return { kind, stage, purpose, asset, amount, refundId: id, ...places, ...words, ...date };
}

function costOfRefund({ unitPrice }: Facts, { treasury }: SpendingWish, mint: string | null): bigint {
  const own = placeOf(treasury);
  return solanaCost({ from: own, payer: own, opensAccount: mint !== null, unitPrice });
}

/** Where sweeps end. */
const homeOf = ({ treasury, sweepTo }: SpendingWish): OwnAddress => sweepTo ?? treasury;

const lacks = ({ treasury }: SpendingWish, what: string): string => `the treasury ${treasury.address} lacks ${what}`;
const mintOf = (asset: string): string | null => findLedgerAsset(asset)?.contract ?? null;
