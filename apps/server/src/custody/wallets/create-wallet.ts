import type { UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { findWallet, insertAddresses, insertWallet, takeSequence } from './db.ts';
import { deriveAddresses, type DeriveDependencies, noAddressLeft } from './derive-address.ts';
import type { CoinDependencies } from './list-coins.ts';
import { notReceived, requireOffered, type WalletRecord } from './wallet.ts';

export interface CreateWalletDependencies extends CoinDependencies, DeriveDependencies {
  readonly database: Database;
}

export interface CreateWalletInput {
  readonly userId: UserId;
  readonly currency: string;
  readonly network: string;
}

/** Rolls back the transaction of a caller that came second. */
class CameSecond extends Error {}

/**
 * Creates the user's wallet for a pair, or returns the existing one: however many callers ask at once, there is one.
 * Throws 422 for a pair that is not on offer, and where a pool of addresses is used up. An address is never given out
 * twice; an index may be skipped.
 */
export async function createWallet(
  { database, addressSources, gate, networks, products }: CreateWalletDependencies,
  { userId, currency, network }: CreateWalletInput,
): Promise<{ wallet: WalletRecord; isNew: boolean }> {
  const asset = requireOffered(currency, network, networks);
  const existing = await findWallet(database, userId, currency, network);
  if (existing !== null) return { wallet: existing, isNew: false };
  if ((await products.within(database)).get(asset.code)?.isOffered === false) throw notReceived(asset);

  const [address] = await deriveAddresses({ addressSources, gate }, asset.network, { use: 'wallet', count: 1 });
  if (address === undefined) throw noAddressLeft(asset.network);
  try {
    const wallet = await database.transaction(async (tx) => {
      const sequence = await takeSequence(tx, address.family);
      await insertAddresses(tx, [{ ...address, sequence, userId }]);
      const made = await insertWallet(tx, { id: newId(), userId, currency, network, addressId: address.id });
      if (made === null) throw new CameSecond();
      return made;
    });
    return { wallet, isNew: true };
  } catch (error) {
    if (!(error instanceof CameSecond)) throw error;
    const first = await findWallet(database, userId, currency, network);
    if (first === null) throw error;
    return { wallet: first, isNew: false };
  }
}
