import type { ChainAddress } from '@kobogate/addresses';
import { findLedgerAsset, type NetworkId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { formatFile, type KeyPlace, type Plan, type Planned, readPlan, SIGNED_FORMAT } from '@kobogate/plans';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SpendingKeys } from '../derive/spending-keys.ts';
import { Refusal } from '../refusal.ts';
import { refused, requireOwn } from '../sign/examine.ts';
import { FAMILIES } from './families.ts';
import type { Counts, Journal } from './journal.ts';
import { coinOf, type Effect, type Move } from './read/effect.ts';
import type { NetworkSettings, SignerSettings } from './settings.ts';

const MOST_TRANSACTIONS = 200;

/** The name under which fees of a network, and the coins for them, are counted. */
export const gasOf = (network: string): string => `gas of ${network}`;

/**
 * Signs only plans that move coins from this seed's deposit addresses to the one cold address of their network, and the
 * network's own coin from its treasury to those addresses for fees. Where each signed transaction ends, and how much it moves,
 * is read from its bytes. The amounts that it counts are on disk before the answer is given. The same plan is signed again but
 * counted once, so that a lost answer can be asked for again. Throws `Refusal` in words.
 */
export function signWithinLimits(
  text: string,
  { keys, settings, journal }: { keys: SpendingKeys; settings: Pick<SignerSettings, 'networks'>; journal: Journal },
): string {
  const plan = readPlan(text);
  if (plan === null) throw refused('This is no plan of this version of Kobogate.');
  const own = settings.networks.get(plan.network);
  if (own === undefined) throw refused(`This signer moves nothing on ${plan.network}.`);
  const { transactions } = plan;
  if (transactions.length === 0 || transactions.length > MOST_TRANSACTIONS) {
    throw refused('The plan has no transactions, or too many.');
  }
  const done = signAndRead(plan, keys, own.cold);
  const counts = new Map<string, bigint>();
  for (const each of done) countOne(counts, each, { network: plan.network, own });
  const digest = bytesToHex(sha256(utf8ToBytes(formatFile(plan))));
  const before = journal.digestOf(plan.id);
  if (before !== undefined && before !== digest) throw refused('Another plan of this name was signed before.');
  if (before === undefined) {
    requireWithin(counts, { own, plan, journal });
    journal.add(plan.id, digest, counts);
  }
  return formatFile({ format: SIGNED_FORMAT, plan, signed: done.map(({ raw }) => raw) });
}

interface Signed {
  readonly raw: string;
  readonly effect: Effect;
  /** The address of this seed that the plan names as the payee, derived again; null where it names none. */
  readonly ownPayee: (ChainAddress & { readonly chain: 0 | 1 }) | null;
}

/** Signs each transaction and reads it back. Throws `Refusal` where one costs far too much, or does more than it should. */
function signAndRead(plan: Plan, keys: SpendingKeys, cold: ChainAddress): Signed[] {
  const [first] = plan.transactions;
  if (first === undefined) return [];
  type PlannedOf<Of> = Extract<Planned, { kind: Of }>;
  const byKind = <Of extends Planned['kind']>(kind: Of, planned: readonly PlannedOf<Of>[]): Signed[] => {
    const family = FAMILIES[kind];
    const { network } = plan;
    if (!family.isOn(network) || planned.length < plan.transactions.length) {
      throw refused('The plan has transactions of another network than it says.');
    }
    const prove = (place: KeyPlace): ChainAddress => {
      const found = family.addressAt(keys, place);
      requireOwn(place, found);
      return found;
    };
    for (const place of planned.flatMap((each) => family.signersOf(each))) prove(place);
    const raws = orRefused(() => family.sign(planned, keys, network));
    return planned.map((each, at): Signed => {
      const raw = raws[at] ?? '';
      const effect = orRefused(() => family.read(raw, { network, planned: each, cold }));
      if (effect.cost > family.most(each, network)) {
        throw refused('A transaction of the plan offers the network far more than it costs.');
      }
      const payee = 'payeePlace' in each ? each.payeePlace : null;
      return { raw, effect, ownPayee: payee === null ? null : { ...prove(payee), chain: payee.chain } };
    });
  };
  return byKind(
    first.kind,
    plan.transactions.filter((each) => each.kind === first.kind),
  );
}

/** What a plan makes impossible is a reason to refuse it. */
function orRefused<Result>(make: () => Result): Result {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refused(
      `A transaction of the plan is no plain transfer: ${error instanceof Error ? error.message : 'no reason'}.`,
    );
  }
}

/** Adds what one signed transaction does to the counts. Throws `Refusal` where its bytes do anything that is not allowed. */
function countOne(
  counts: Map<string, bigint>,
  { effect: { senders, cost, moves }, ownPayee }: Signed,
  { network, own }: { network: NetworkId; own: NetworkSettings },
): void {
  const add = (what: string, amount: bigint): unknown => counts.set(what, (counts.get(what) ?? 0n) + amount);
  if (senders.length === 0 || moves.length === 0) throw refused('A transaction moves nothing.');
  add(gasOf(network), cost);
  const isGas = ownPayee?.chain === 0 && senders.every(({ chain }) => chain === 1);
  for (const { to, asset, amount } of moves) {
    if (asset === undefined) throw refused('A transaction moves a token that is not known.');
    if (amount === 0n) throw refused('A transaction moves nothing.');
    if (isGas) {
      if (asset.code !== coinOf(network).code) throw refused(`A transaction takes ${asset.currency} of the treasury.`);
      if (to !== ownPayee.addressKey) throw refused('Gas does not go to the address that the plan names.');
      add(gasOf(network), amount);
    } else {
      if (senders.some(({ chain }) => chain !== 0)) throw refused('A transaction takes coins of the treasury.');
      requireSweep({ to, asset, amount }, own);
      add(asset.code, amount);
    }
  }
}

function requireSweep({ to, asset, amount }: Move & { readonly asset: object }, own: NetworkSettings): void {
  if (to !== own.cold.addressKey) {
    throw refused(`A transaction ends at another address, and only ${own.cold.address} is allowed.`);
  }
  const limit = own.limits.get(asset.code);
  if (limit === undefined) throw refused(`No limit is set for ${asset.currency}, so that none of it is moved.`);
  if (amount <= limit.transaction) return;
  const [moved, most] = [amount, limit.transaction].map((units) => formatUnits(units, asset.decimals));
  throw refused(`A transaction moves ${moved} ${asset.currency}, and ${most} is the most.`);
}

/** Throws where the plan and what was signed today are together above a limit of the day. */
function requireWithin(
  counts: Counts,
  { own, plan, journal }: { own: NetworkSettings; plan: Plan; journal: Journal },
): void {
  for (const [what, amount] of counts) {
    const isGas = what === gasOf(plan.network);
    const most = isGas ? own.gasADay : (own.limits.get(what)?.day ?? 0n);
    const used = journal.today(what);
    if (used + amount <= most) continue;
    const asset = findLedgerAsset(what);
    const text = (units: bigint): string => formatUnits(units, (asset ?? coinOf(plan.network)).decimals);
    const name = isGas ? `the coins for ${what}` : (asset?.currency ?? what);
    throw refused(
      `The day’s limit of ${name} is ${text(most)}: ${text(used)} was signed today (UTC), and this plan has ${text(amount)}.`,
    );
  }
}
