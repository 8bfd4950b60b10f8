import type { AnswerOf, endpoints, OrderId, QueryOf, UserId } from '@kobogate/contract';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Database } from '../../platform/database.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { isId } from '../../platform/identifiers.ts';
import { readOrderSearch } from '../order-views/order-search.ts';
import { listOwnOrders, pageSize } from '../order-views/view-orders.ts';
import { findInHistory, type HistoryFilter, listBeginnings, listHistory } from '../order-views/db.ts';

type HistoryInput = QueryOf<typeof endpoints.orders.listConversions>;

/**
 * A page of the user's conversions that fit, the id to ask for the next page with, and what there is to choose from.
 * Throws 422 for a text that is not a day.
 */
export type ListConversions = (
  userId: UserId,
  input: HistoryInput,
) => Promise<AnswerOf<typeof endpoints.orders.listConversions>>;

/** Makes the function that lists conversions: what is asked for at one moment is read together, searches apart. */
export function createHistory({ database }: { database: Database }): ListConversions {
  const findBeginning = createBatchedRead((asked: Parameters<typeof listBeginnings>[1]) =>
    listBeginnings(database, asked),
  );
  const present = createBatchedRead((pages: readonly (readonly OrderId[])[]) => listOwnOrders(database, pages));
  return async (userId, input) => {
    const size = pageSize(input.limit);
    const before = input.before !== undefined && isId(input.before) ? input.before : null;
    const filter = await filterOf(database, userId, input);
    const isNarrowed = before !== null || Object.values(filter).some((value) => value !== null);
    const [{ newest, banks, currencies }, found] = await Promise.all([
      findBeginning({ userId, most: isNarrowed ? 0 : size + 1 }),
      isNarrowed ? listHistory(database, userId, filter, { before, limit: size + 1 }) : null,
    ]);
    const ids = found ?? newest;
    const page = ids.slice(0, size);
    return {
      data: await present(page),
      next: ids.length > size ? (page.at(-1) ?? null) : null,
      banks,
      currencies,
    };
  };
}

async function filterOf(
  database: Database,
  userId: UserId,
  { search: typed = '', state, currency, bank, from, to }: HistoryInput,
): Promise<HistoryFilter> {
  const search = readOrderSearch(typed);
  const accountNumber = search?.accountNumber ?? null;
  return {
    state: state ?? null,
    currency: currency || null,
    bankName: bank || null,
    accountNumber,
    from: from ? readRange({ from, to: from }).start : null,
    until: to ? readRange({ from: to, to }).end : null,
    found: search === null || accountNumber !== null ? null : await findInHistory(database, userId, search),
  };
}
