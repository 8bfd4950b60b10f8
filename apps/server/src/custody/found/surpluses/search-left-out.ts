import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import type { Log } from '../../../platform/log.ts';
import { STEP_BLOCKS } from '../../deposits/blocks.ts';
import { NodeFault, type ScannedBlock } from '../../deposits/chain.ts';
import { findTip, type NewDeposit } from '../../deposits/db.ts';
import { recordLate, type RecordInput } from '../../deposits/record-deposits.ts';
import type { WatchList } from '../../watch-list/watch-list.ts';
import type { Provider, Providers } from '../../watching/providers.ts';
import { deleteSuspected, findBlockHash, findStartHeight, listKnownHeights } from './db.ts';

export interface SearchDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly watchList: WatchList;
  readonly providers: Providers;
}

export type SearchPolicy = Pick<RecordInput, 'confirmations' | 'smallDeposits' | 'outgoing'>;

/** What is searched: where these addresses were paid, in so many of the newest blocks. */
interface Wanted {
  readonly network: string;
  readonly addressKeys: readonly string[];
  readonly blocks: bigint;
}

/** `unclear`: a provider did not answer, and no other one has shown a payment. */
export type Searched = 'found' | 'nothing' | 'unclear';

/** Without an index so many of the newest blocks are read again: all of them may be many gigabytes. */
const MOST_READ = 1_000n;

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/**
 * Looks for a payment to these addresses that was left out, at each provider of the network in turn: by its own index
 * where it has one, otherwise in the newest blocks. What one shows is recorded as seen, to be confirmed and vouched for as
 * every deposit, and in the same transaction the search is over. Those that don't show it in the same block are named.
 * Yields after each piece of work, so that new blocks are read in between, and ends with what was found.
 */
export async function* searchLeftOut(
  dependencies: SearchDependencies,
  policy: SearchPolicy,
  wanted: Wanted,
): AsyncGenerator<void, Searched> {
  let isUnclear = false;
  for (const provider of dependencies.providers.ranked()) {
    if (provider.chain.isProven === true) continue;
    try {
      const found = yield* readAgain(dependencies, policy, { ...wanted, provider });
      if (found === 'found') return 'found';
      isUnclear ||= found === 'unclear';
    } catch (error) {
      if (!(error instanceof NodeFault)) throw error;
      dependencies.providers.failed(provider, error.message);
      isUnclear = true;
    }
  }
  return isUnclear ? 'unclear' : 'nothing';
}

async function* readAgain(
  dependencies: SearchDependencies,
  policy: SearchPolicy,
  { network, addressKeys, blocks, provider }: Wanted & { readonly provider: Provider },
): AsyncGenerator<void, Searched> {
  const { database, watchList, clock } = dependencies;
  const { chain, host } = provider;
  const tip = await findTip(database, network);
  const start = await findStartHeight(database, network);
  // One that lags, or is on a fork, says nothing of the blocks that were read.
  if (tip === null || start === null || (await chain.look(tip.height)).block?.hash !== tip.hash) return 'unclear';
  const lowest = tip.height - blocks;
  const range = { from: lowest > start ? lowest : start, to: tip.height };
  const index = await chain.paidIn?.(addressKeys, range);
  const heights = index?.heights ?? [];
  const known = await listKnownHeights(database, network, heights);
  const parts = [...partsOf(heights, known), ...(index?.isWhole === true ? [] : newest(range, chain.step?.()))];
  for (const { from, to } of parts) {
    const shown = await chain.scan(from, to, (keys) => watchList.find(keys));
    const paying = shown.filter(({ transfers }) => transfers.length > 0);
    const now = await findTip(database, network);
    if (paying.length > 0 && now !== null) {
      const late = await recordLate(
        { database, watchList, clock },
        {
          ...policy,
          network,
          tip: now,
          blocks: paying,
          readBy: host,
          // Of a block that is forgotten by now it is enough that the provider is on the same chain.
          forget: async (tx, _network, { height, hash }) =>
            ((await findBlockHash(tx, network, height)) ?? hash) === hash,
          done: deleteSuspected,
        },
      );
      if (late.length > 0) {
        await nameOthers(dependencies, provider, late);
        return 'found';
      }
    }
    yield;
  }
  return 'nothing';
}

/**
 * Each on its own, as those of an index are far apart: where no payment is known first, and of these the newest.
 */
const partsOf = (heights: readonly bigint[], known: ReadonlySet<bigint>): Range[] =>
  [...new Set(heights)]
    .toSorted((one, other) => Number(known.has(one)) - Number(known.has(other)) || (one < other ? 1 : -1))
    .map((height) => ({ from: height, to: height }));

/** The newest blocks of a range, in steps, the newest first. */
function newest({ from, to }: Range, step: number = Number(STEP_BLOCKS)): Range[] {
  const parts: Range[] = [];
  const lowest = to - MOST_READ > from ? to - MOST_READ : from;
  for (let end = to; end > lowest; end -= BigInt(step)) {
    const start = end - BigInt(step) + 1n;
    parts.push({ from: start > lowest ? start : lowest + 1n, to: end });
  }
  return parts;
}

/** Names the providers that leave out what another one shows, in the log and with each of them. */
async function nameOthers(
  { providers, watchList, log }: SearchDependencies,
  shownBy: Provider,
  deposits: readonly NewDeposit[],
): Promise<void> {
  const leftOutBy = new Map<string, string[]>();
  for (const provider of providers.all.filter((other) => other !== shownBy)) {
    const read = new Map<bigint, ScannedBlock | undefined>();
    for (const { identity, transaction, blockHeight: height, blockHash } of deposits) {
      if (!read.has(height)) {
        const theirs = await provider.chain.scan(height, height, (keys) => watchList.find(keys)).catch(orNone);
        read.set(
          height,
          theirs.find(({ hash }) => hash === blockHash),
        );
      }
      const block = read.get(height);
      const isShown = block?.transfers.some((transfer) => transfer.identity === identity);
      if (block === undefined || block.isUntraced === true || isShown === true) continue;
      providers.leftOut(
        provider,
        `It leaves out the payment ${transaction} in block ${height}, which ${shownBy.host} shows.`,
      );
      leftOutBy.set(identity, [...(leftOutBy.get(identity) ?? []), provider.host]);
    }
  }
  for (const { network, id, identity, transaction, blockHeight } of deposits) {
    log.warn(
      {
        network,
        depositId: id,
        transaction,
        block: blockHeight.toString(),
        shownBy: shownBy.host,
        leftOutBy: leftOutBy.get(identity) ?? [],
      },
      'a payment that was left out when its block was read is seen now',
    );
  }
}

function orNone(error: unknown): readonly ScannedBlock[] {
  if (error instanceof NodeFault) return [];
  throw error;
}
