import {
  type AnswerOf,
  type endpoints,
  type LinkState,
  type OwnPaymentLink,
  type QueryOf,
  type SupportedCoin,
  type UserId,
} from '@kobogate/contract';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import { USUAL_PAGE } from '../order-views/view-orders.ts';
import { countLinks, type LinkCount, type LinkFilter, listLinks, sumPayments } from './db.ts';
import type { LinkRecord } from './link.ts';
import { type LinkFigures, NO_FIGURES } from './link-figures.ts';
import { loadFigures } from './load-figures.ts';
import { presentOwnLink } from './present-link.ts';

type ListQuery = QueryOf<typeof endpoints.paymentLinks.list>;

/** A page of a merchant's links, newest first, the id to ask for the next page with, how many were asked for, and the totals over all of their links. */
export type ListOwnLinks = (userId: UserId, query: ListQuery) => Promise<AnswerOf<typeof endpoints.paymentLinks.list>>;

interface LinkListNeeds {
  readonly database: Database;
  readonly clock: Clock;
  /** The coins on offer, each with its watched networks. */
  readonly listCoins: () => Promise<SupportedCoin[]>;
}

/** What is read for a page; the links may be one more than the page has. */
interface LinkPage {
  readonly links: readonly LinkRecord[];
  readonly counts: ReadonlyMap<LinkState, LinkCount>;
  readonly all: Omit<LinkFigures, 'medianPayoutSeconds'>;
  readonly figuresOf: (link: Pick<LinkRecord, 'id'>) => LinkFigures;
}

/** Makes the function that lists links: first pages that are asked for at one moment are read together, and searches and later pages are. */
export function createLinkList({ database, clock, listCoins }: LinkListNeeds): ListOwnLinks {
  const load = (filters: readonly LinkFilter[]): Promise<LinkPage[]> => loadPages(database, filters, clock.now());
  // A first page waits for no search.
  const [readFirst, readNarrowed] = [createBatchedRead(load), createBatchedRead(load)];
  return async (userId, { search = '', state = null, before, limit = USUAL_PAGE }) => {
    const filter = {
      userId,
      search,
      state,
      before: before !== undefined && isId(before) ? before : null,
      limit: limit + 1,
    };
    const isNarrowed = search !== '' || state !== null || filter.before !== null;
    const [coins, { links, counts, all, figuresOf }] = await Promise.all([
      listCoins(),
      isNarrowed ? readNarrowed(filter) : readFirst(filter),
    ]);
    const shown = links.slice(0, limit);
    const of = (each: LinkState): number => counts.get(each)?.links ?? 0;
    return {
      data: shown.map((link) => presentOwnLink(link, coins, figuresOf(link))),
      next: links.length > limit ? (shown.at(-1)?.id ?? null) : null,
      total: [...counts].reduce((sum, [each, { found }]) => sum + (state === null || state === each ? found : 0), 0),
      totals: {
        byState: { active: of('active'), inactive: of('inactive'), expired: of('expired'), used: of('used') },
        payments: all.payments,
        paid: all.paid,
        nairaKobo: String(all.nairaKobo),
      },
    };
  };
}

async function loadPages(database: Database, filters: readonly LinkFilter[], now: Date): Promise<LinkPage[]> {
  const [lists, counts, sums] = await Promise.all([
    listLinks(database, filters, now),
    countLinks(database, filters, now),
    sumPayments(database, [...new Set(filters.map(({ userId }) => userId))]),
  ]);
  const figuresOf = await loadFigures(database, lists.flat());
  return filters.map(({ userId }, place) => ({
    links: lists[place] ?? [],
    counts: counts[place] ?? new Map(),
    all: sums.get(userId) ?? NO_FIGURES,
    figuresOf,
  }));
}

/** A link as its owner sees it, with its payments. `coins` are those on offer, each with its watched networks. */
export async function viewOwnLink(
  connection: Connection,
  link: LinkRecord,
  coins: readonly SupportedCoin[],
): Promise<OwnPaymentLink> {
  return presentOwnLink(link, coins, (await loadFigures(connection, [link]))(link));
}
