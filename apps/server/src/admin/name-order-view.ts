import { ORDER_VIEWS_MOST, type OrderView, type UserId } from '@kobogate/contract';
import type { Database } from '../platform/database.ts';
import { ruleBroken } from '../platform/errors.ts';
import { listOrderViews, removeOrderView, saveOrderView } from './db.ts';

/**
 * Names a list of orders for someone of the team, in place of their list of that name; with a null `query` it removes
 * that list. Answers all of their lists. Throws 422 for one more than `ORDER_VIEWS_MOST`.
 */
export function nameOrderView(
  { database }: { database: Database },
  { userId, name, query }: { userId: UserId; name: string; query: string | null },
): Promise<OrderView[]> {
  return database.transaction(async (tx) => {
    if (query === null) await removeOrderView(tx, userId, name);
    else if (!(await saveOrderView(tx, { userId, name, query, most: ORDER_VIEWS_MOST })))
      throw ruleBroken(`There are ${ORDER_VIEWS_MOST} lists of yours already. Please remove one first.`);
    return listOrderViews(tx, userId);
  });
}
