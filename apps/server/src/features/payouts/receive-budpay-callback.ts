import * as z from 'zod/mini';
import { emit } from '../../platform/queue.ts';
import { findPayoutId } from './db.ts';
import type { PayoutDependencies } from './dependencies.ts';
import { isReference } from './payout.ts';

const RAIL = 'budpay';
const reference = z.string().check(z.refine(isReference));
const bodySchema = z.union([
  z.pipe(
    z.object({ data: z.object({ reference }) }),
    z.transform(({ data }) => data.reference),
  ),
  z.pipe(
    z.object({ reference }),
    z.transform((body) => body.reference),
  ),
]);

/**
 * Takes a callback of BudPay: any JSON. Its signature is the same for every body and proves nothing, so all that is
 * taken from it is a reference of ours, which the rail is then asked about; while that question is open, further
 * callbacks add nothing. Always answers, and always the same.
 */
export async function receiveBudpayCallback(
  { database }: Pick<PayoutDependencies, 'database'>,
  body: unknown,
): Promise<{ message: string }> {
  const parsed = bodySchema.safeParse(body);
  if (parsed.success && (await findPayoutId(database, RAIL, parsed.data)) !== null) {
    await database.transaction((tx) =>
      emit(tx, {
        type: 'payout.callback',
        payload: { rail: RAIL, reference: parsed.data },
        key: `${RAIL}:${parsed.data}`,
      }),
    );
  }
  return { message: 'Received' };
}
