import type { Statement } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Connection } from '../../platform/database.ts';
import { listNairaMoves, loadCoinMoves } from './db.ts';
import { readMonth } from './month.ts';
import { drawUpStatement } from './statement.ts';

/** A customer's whole statement of a month of Lagos. Throws 422, in words, for what is no month. */
export async function viewStatement(
  { database, clock }: { database: Connection; clock: Clock },
  { userId, month }: { userId: string; month: string },
): Promise<Statement> {
  const range = readMonth(month);
  const [coins, naira] = await Promise.all([
    loadCoinMoves(database, userId, range),
    listNairaMoves(database, userId, range),
  ]);
  return drawUpStatement({ month, isComplete: clock.now() >= range.end }, coins.opening, coins.moves, naira);
}
