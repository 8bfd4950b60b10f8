import type { DepositId, UserId } from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import type { Database } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { NodeFault, type ScannedBlock } from '../deposits/chain.ts';
import { countsWithOthers, isTrifle, worthInKobo } from '../deposits/deposit.ts';
import type { BlockRef } from '../deposits/blocks.ts';
import type { Vouching, WaitsFor } from '../deposits/vouching.ts';
import { saveWaits, saveWords } from '../deposits/db.ts';
import { type DeepDeposit, listDeep, sumAlone, type SumsOfUsers, sumNotFinal } from './db.ts';
import type { Provider, Providers } from './providers.ts';
import type { Reread } from './reread.ts';
import { describeContradiction, hostsSaying, overruling, recorded, type Word, wordOn } from './words.ts';

/** `vouched_by` of a deposit that was credited on the word of the only provider. */
const ALONE = 'one provider';
/** `vouched_by` of a deposit of which an administrator has said that it is there. */
const ADMINISTRATOR = 'administrator';
/** How long providers are asked in one look for what waits. */
const LONGEST_ASKING_MS = 10_000;
/** A deposit that waits is asked about again after this, twice as long each time, up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface VouchPolicy {
  /** Above this, what one customer was credited in a day on the word of the only provider waits for a person. */
  readonly aloneUpTo: Kobo;
  /**
   * Above this, what a customer has in blocks that are not final waits for the chain's own word; null where the chain has
   * none, or gives final blocks only.
   */
  readonly finalAbove: Kobo | null;
  /**
   * Above that, and up to this, it is enough that a rollup calls the block safe; missing where the chain has no such word.
   */
  readonly safeUpTo?: Kobo | undefined;
}

interface VouchDependencies {
  readonly database: Database;
  readonly providers: Providers;
  readonly currentRates: CurrentRates;
  /** Reads a deposit again that providers agree to have otherwise. */
  readonly reread: Reread;
  readonly now?: () => number;
}

/** What the decisions of one look share. */
interface Look {
  readonly network: string;
  readonly tip: BlockRef;
  readonly read: (provider: Provider, height: bigint) => Promise<ScannedBlock[] | null>;
  readonly isFineAlone: (deposit: DeepDeposit) => Promise<boolean>;
  /** Who has said that a deposit is there: written down for all of them at the end. */
  readonly words: Map<DepositId, string>;
}

/** Where a deposit is: it may be credited, it was read again, or it still waits. */
type Verdict = 'credited' | 'read again' | Pick<DeepDeposit, 'waitsFor' | 'contradiction'>;

/**
 * Says which of the deposits that are deep enough may be credited: those whose block the chain calls final if their value
 * requires that, and of which a second provider has exactly the same in the same block. With one provider alone only up to the
 * operator's amount; above it a person says so. Nothing that a provider fails to answer counts as a yes. Where two say alike
 * what the recorded deposit does not, it is read again; until then the contradiction is written down.
 */
export function createVouching(
  { database, providers, currentRates, reread, now = () => performance.now() }: VouchDependencies,
  { aloneUpTo, finalAbove, safeUpTo = toKobo(0n) }: VouchPolicy,
): Vouching {
  const next = new Map<DepositId, { readonly at: number; readonly pause: number }>();

  function wait(id: DepositId): void {
    const pause = Math.min((next.get(id)?.pause ?? FIRST_PAUSE_MS / 2) * 2, LONGEST_PAUSE_MS);
    next.set(id, { at: now() + pause, pause });
  }

  /** Those that still need the chain's word, with whose word is missing: where no provider passes it on, a person's. */
  async function findNotFinal(
    network: string,
    deposits: readonly DeepDeposit[],
  ): Promise<ReadonlyMap<DepositId, WaitsFor>> {
    const missing = new Map<DepositId, WaitsFor>();
    if (finalAbove === null || deposits.length === 0) return missing;
    const final = await askHeight(providers, (chain) => chain.finalHeight?.());
    const height = typeof final === 'string' ? null : final.height;
    const below = deposits.filter(({ blockHeight }) => height !== null && blockHeight <= height);
    const standing = await findStanding(final, below);
    for (const { id } of below) if (!standing.has(id)) missing.set(id, 'finality');
    const open = deposits.filter((deposit) => !below.includes(deposit));
    const rates = await currentRates();
    // What is above the final block may still be replaced, however deep it is: it counts together.
    const sums: SumsOfUsers =
      open.length === 0 ? new Map() : await sumNotFinal(database, network, usersOf(open), height);
    const worth = new Map(
      [...sums].map(([userId, amounts]) => [userId, worthInKobo(amounts.filter(countsWithOthers), rates)]),
    );
    const isUpTo = (deposit: DeepDeposit, limit: Kobo): boolean =>
      ((deposit.userId === null || !countsWithOthers(deposit) ? null : worth.get(deposit.userId)) ?? limit + 1n) <=
      limit;
    const large = open.filter((deposit) => !isTrifle(deposit) && !isUpTo(deposit, finalAbove));
    const medium = large.filter((deposit) => isUpTo(deposit, safeUpTo));
    const safe = medium.length === 0 ? 'refused' : await askHeight(providers, (chain) => chain.safeHeight?.());
    const secured = await findStanding(safe, medium);
    for (const { id } of large) {
      if (!secured.has(id)) missing.set(id, final === 'refused' ? 'person' : 'finality');
    }
    return missing;
  }

  /** A block as each provider has it, read once for all of its deposits. */
  function createReader(deposits: readonly DeepDeposit[]): Look['read'] {
    const keys = new Set(deposits.map(({ addressKey }) => addressKey));
    const read = new Map<string, Promise<ScannedBlock[] | null>>();
    return ({ chain, host }, height) => {
      const name = `${host} ${height}`;
      const reading = read.get(name) ?? chain.scan(height, height, () => Promise.resolve(keys)).catch(orNull);
      read.set(name, reading);
      return reading;
    };
  }

  /**
   * What the providers say of a deposit, by their names: until as many as are needed beside the one that reported it have
   * it exactly so, otherwise all that answer, that one too.
   */
  async function askAll(deposit: DeepDeposit, needed: number, read: Look['read']): Promise<ReadonlyMap<string, Word>> {
    const words = new Map<string, Word>();
    const isReporter = ({ host }: Provider): boolean => host === deposit.readBy;
    const ranked = providers.ranked();
    const others = ranked.filter((provider) => !isReporter(provider));
    for (const provider of [...others, ...ranked.filter(isReporter)]) {
      if (othersSaying(deposit, words).length >= needed) break;
      const word = wordOn(deposit, await read(provider, deposit.blockHeight));
      if (word !== null) words.set(provider.host, word);
    }
    return words;
  }

  /**
   * Whether a deposit may be credited on the word of the only provider: with what its user was credited so within a day, in
   * this look too.
   */
  function createAlone(network: string, deposits: readonly DeepDeposit[]): Look['isFineAlone'] {
    const read = () => Promise.all([sumAlone(database, network, usersOf(deposits)), currentRates()]);
    let reading: ReturnType<typeof read> | undefined;
    const credited = new Map<UserId, DeepDeposit[]>();
    return async (deposit) => {
      if (isTrifle(deposit)) return true;
      const { userId } = deposit;
      const [sums, rates] = await (reading ??= read());
      const inThisLook = userId === null ? [] : (credited.get(userId) ?? []);
      const before = userId === null ? [] : (sums.get(userId) ?? []);
      const kobo = worthInKobo([deposit, ...[...inThisLook, ...before].filter(countsWithOthers)], rates);
      if (kobo === null || kobo > aloneUpTo) return false;
      if (userId !== null) credited.set(userId, [...inThisLook, deposit]);
      return true;
    };
  }

  /** What is to happen with a deposit; who said that it may be credited goes into the look's words. */
  async function decide(
    { network, tip, read, isFineAlone, words: said }: Look,
    deposit: DeepDeposit,
  ): Promise<Verdict> {
    if (deposit.vouchedBy !== null) return 'credited';
    async function decideAlone(): Promise<Verdict> {
      if (!(await isFineAlone(deposit))) return { waitsFor: 'person', contradiction: null };
      said.set(deposit.id, ALONE);
      return 'credited';
    }
    const hosts = new Set(providers.all.map(({ host }) => host));
    const isAlone = hosts.size < 2;
    const isItsOwn = deposit.readBy === null || hosts.has(deposit.readBy);
    if (isAlone && isItsOwn && deposit.contradiction === null) return decideAlone();
    // It is not known who reported what was found later, in a trace: two others have to.
    const needed = deposit.readBy === null && !isAlone ? 2 : 1;
    const words = await askAll(deposit, needed, read);
    const saying = othersSaying(deposit, words);
    if (!isAlone && saying.length >= needed) {
      blame(deposit, words, recorded(deposit));
      said.set(deposit.id, saying.join(', '));
      return 'credited';
    }
    const truth = overruling(deposit, words, Math.min(2, hosts.size));
    const provider = providers.ranked().find(({ host }) => truth !== null && words.get(host) === truth);
    if (truth !== null && provider !== undefined) {
      blame(deposit, words, truth.key);
      const overruled = { network, tip, deposit, word: truth, provider, isAlone };
      if (await reread(overruled).catch(orNull)) return 'read again';
    }
    const contradiction = describeContradiction(words, recorded(deposit)) ?? deposit.contradiction;
    if (!isAlone || words.size === 0) return { waitsFor: 'provider', contradiction };
    return contradiction === null ? decideAlone() : { waitsFor: 'person', contradiction };
  }

  /** Notes with each provider that says something else that the others agree. */
  function blame(deposit: DeepDeposit, words: ReadonlyMap<string, Word>, key: string): void {
    for (const provider of providers.all) {
      const word = words.get(provider.host);
      if (word === undefined || word.key === key) continue;
      const agreeing = hostsSaying(words, key).join(', ');
      providers.failed(provider, `It has another payment in block ${deposit.blockHeight} than ${agreeing}.`);
    }
  }

  return {
    allow: async (network, tip, due) => {
      const ids = due.map(({ id }) => id);
      const deep = await listDeep(database, ids);
      const asked = deep.filter(({ id, vouchedBy }) => vouchedBy === ADMINISTRATOR || now() >= (next.get(id)?.at ?? 0));
      const allowed = new Set<DepositId>();
      const notFinal = await findNotFinal(network, asked);
      const words = new Map<DepositId, string>();
      const look: Look = { network, tip, read: createReader(asked), isFineAlone: createAlone(network, asked), words };
      const waits: Parameters<typeof saveWaits>[1][number][] = [];
      const startedAt = performance.now();
      for (const deposit of asked) {
        // Providers that hang must not hold up the reading of blocks: the others are asked at the next look.
        if (performance.now() - startedAt > LONGEST_ASKING_MS) break;
        const missing = notFinal.get(deposit.id);
        const isSaid = missing === 'person' && deposit.vouchedBy === ADMINISTRATOR;
        const { id, contradiction } = deposit;
        const verdict: Verdict =
          missing === undefined || isSaid ? await decide(look, deposit) : { waitsFor: missing, contradiction };
        if (verdict === 'credited') allowed.add(id);
        if (typeof verdict === 'string') {
          next.delete(id);
        } else {
          wait(id);
          if (verdict.waitsFor !== deposit.waitsFor || verdict.contradiction !== contradiction)
            waits.push({ id, ...verdict });
        }
      }
      await saveWords(database, words);
      await saveWaits(database, waits);
      return allowed;
    },
  };
}

const usersOf = (deposits: readonly DeepDeposit[]): UserId[] => [
  ...new Set(deposits.flatMap(({ userId }) => userId ?? [])),
];

/** A height that the chain has a word for, and where that was said. */
interface ChainsWord {
  readonly height: bigint;
  readonly chain: Provider['chain'];
}

/**
 * The newest block of which the chain says something, by the first provider that passes this on. `refused`: none does;
 * `failed`: none does now, and some did not answer.
 */
async function askHeight(
  providers: Providers,
  ask: (chain: Provider['chain']) => Promise<bigint | null> | undefined,
): Promise<ChainsWord | 'refused' | 'failed'> {
  let hasFailed = false;
  for (const { chain } of providers.ranked()) {
    try {
      const height = (await ask(chain)) ?? null;
      if (height !== null) return { height, chain };
    } catch (error) {
      orNull(error);
      hasFailed = true;
    }
  }
  return hasFailed ? 'failed' : 'refused';
}

/** The deposits whose blocks the chain's word covers, and are still in the chain of the provider that passed it on. */
async function findStanding(
  word: ChainsWord | 'refused' | 'failed',
  deposits: readonly DeepDeposit[],
): Promise<ReadonlySet<DepositId>> {
  if (typeof word === 'string') return new Set();
  const covered = deposits.filter(({ blockHeight }) => blockHeight <= word.height);
  if (covered.length === 0) return new Set();
  const headers = await word.chain.headers(covered.map(({ blockHeight }) => blockHeight)).catch(orNull);
  return new Set(covered.flatMap(({ id, blockHash }, at) => (headers?.[at]?.hash === blockHash ? [id] : [])));
}

/** The providers that have a deposit exactly so, beside the one that reported it. */
const othersSaying = (deposit: DeepDeposit, words: ReadonlyMap<string, Word>): string[] =>
  hostsSaying(words, recorded(deposit)).filter((host) => host !== deposit.readBy);

function orNull(error: unknown): null {
  if (error instanceof NodeFault) return null;
  throw error;
}
