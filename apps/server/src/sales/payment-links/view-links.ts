import type { LinkState, LinkTotals, OwnPaymentLink, SupportedCoin, UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database.ts';
import { isId } from '../../platform/identifiers.ts';
import { countFoundLinks, countLinks, listLinks, sumPayments } from './db.ts';
import { loadFigures } from './load-figures.ts';
import { presentOwnLink } from './present-link.ts';
import type { LinkRecord } from './link.ts';

const USUAL_PAGE = 20;

export interface ListInput {
  readonly userId: UserId;
  readonly search?: string | undefined;
  readonly state?: LinkState | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page of a merchant's links, newest first, the cursor of the next page, how many were asked for, and the totals over all of their links. */
export async function viewLinks(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  input: ListInput,
  coins: readonly SupportedCoin[],
): Promise<{ data: OwnPaymentLink[]; next: string | null; total: number; totals: LinkTotals }> {
  const { userId, search = '', state = null, before = '' } = input;
  const now = clock.now();
  const { limit = USUAL_PAGE } = input;
  const filter = { userId, search, state, before: isId(before) ? before : null, limit: limit + 1 };
  const [links, total, counts, { payments, paid, nairaKobo }] = await Promise.all([
    listLinks(database, filter, now),
    countFoundLinks(database, filter, now),
    countLinks(database, userId, now),
    sumPayments(database, userId),
  ]);
  const shown = links.slice(0, limit);
  const figuresOf = await loadFigures(database, shown);
  const of = (each: LinkState) => counts.get(each) ?? 0;
  return {
    data: shown.map((link) => presentOwnLink(link, coins, figuresOf(link))),
    next: links.length > limit ? (shown.at(-1)?.id ?? null) : null,
    total,
    totals: {
      byState: { active: of('active'), inactive: of('inactive'), expired: of('expired'), used: of('used') },
      payments,
      paid,
      nairaKobo: String(nairaKobo),
    },
  };
}

/** A link as its owner sees it, with its payments. `coins` are those on offer, each with its watched networks. */
export async function viewOwnLink(
  connection: Connection,
  link: LinkRecord,
  coins: readonly SupportedCoin[],
): Promise<OwnPaymentLink> {
  return presentOwnLink(link, coins, (await loadFigures(connection, [link]))(link));
}
