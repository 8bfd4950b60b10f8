import type { OrderId } from '@kobogate/contract';
import { createHash } from 'node:crypto';
import { writeBase58 } from '@kobogate/addresses';

/** The key by which a payment can be found on Solana: the hash of its id, which has no known private key. Pure. */
export const referenceOf = (paymentId: OrderId): string =>
  writeBase58(createHash('sha256').update(`kobogate payment ${paymentId}`).digest());
