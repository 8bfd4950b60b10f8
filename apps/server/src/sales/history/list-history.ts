import type { AnswerOf, endpoints, QueryOf, UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { readRange } from '../../platform/files/report-range.ts';
import { isId } from '../../platform/identifiers.ts';
import { readOrderSearch } from '../order-views/order-search.ts';
import { pageSize, presentAll } from '../order-views/view-orders.ts';
import { findInHistory, type HistoryFilter, listHistory, listHistoryChoices } from '../order-views/db.ts';

type HistoryInput = QueryOf<typeof endpoints.orders.listConversions>;

/**
 * A page of the user's conversions that fit, the id to ask for the next page with, and what there is to choose from.
 * Throws 422 for a text that is not a day.
 */
export async function listConversions(
  { database }: { database: Database },
  userId: UserId,
  input: HistoryInput,
): Promise<AnswerOf<typeof endpoints.orders.listConversions>> {
  const size = pageSize(input.limit);
  const before = input.before !== undefined && isId(input.before) ? input.before : null;
  const filter = await filterOf(database, userId, input);
  const [rows, choices] = await Promise.all([
    listHistory(database, userId, filter, { before, limit: size + 1 }),
    listHistoryChoices(database, userId),
  ]);
  const page = rows.slice(0, size);
  return {
    data: await presentAll(database, page),
    next: rows.length > size ? (page.at(-1)?.order.id ?? null) : null,
    ...choices,
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
