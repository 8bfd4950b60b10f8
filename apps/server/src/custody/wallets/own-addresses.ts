import type { ChainFamily } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { findOwnAddresses } from './db.ts';

/** Throws 422, with a message, for an address of ours, to which coins can't be refunded. */
export async function refuseOwnAddress(connection: Connection, family: ChainFamily, addressKey: string): Promise<void> {
  if ((await findOwnAddresses(connection, family, [addressKey])).size > 0) {
    throw ruleBroken(
      'This is an address of Kobogate: coins sent there would come back to us. Please use your own.',
      'address-ours',
    );
  }
}
