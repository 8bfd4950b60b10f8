import type { NetworkId } from '@kobogate/contract';
import * as z from 'zod/mini';
import type { Database } from '../../platform/database.ts';
import { insertNonceAccounts } from './db.ts';
import type { NonceMaker, NonceMakerOptions } from './treasury-wallet.ts';
import { parseOrNull } from '../../platform/json.ts';

const Order = z.object({
  secret: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  treasury: z.string(),
  count: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)),
});

/** The request to make nonce accounts, from the file's text or the command; null where it is anything else. Pure. */
export function readNonceOrder(given: unknown): NonceMakerOptions | null {
  const parsed = Order.safeParse(typeof given === 'string' ? parseOrNull(given) : given);
  return parsed.success ? parsed.data : null;
}

/**
 * Makes the nonce accounts, records them once they are final, and only then passes on the rest: a crash in between
 * loses nothing, and the next run continues where this one ended. Throws `NodeFault`.
 */
export async function makeNonces(
  { database }: { readonly database: Database },
  { network, maker }: { network: NetworkId; maker: NonceMaker },
): Promise<void> {
  await maker.make();
  await insertNonceAccounts(database, network, maker.accounts);
  await maker.passOn();
}
