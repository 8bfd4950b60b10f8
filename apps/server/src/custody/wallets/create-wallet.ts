import type { UserId } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { findWallet, giveAddresses, insertWallet } from './db.ts';
import type { CoinDependencies } from './list-coins.ts';
import { noAddressLeft, takeAddresses, type TakeDependencies } from './take-addresses.ts';
import { notReceived, requireOffered, type WalletRecord } from './wallet.ts';

export interface CreateWalletDependencies extends CoinDependencies, TakeDependencies {
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
 * twice; one that is not given to anyone stays watched.
 */
export async function createWallet(
  { database, addressSources, gate, networks, products }: CreateWalletDependencies,
  { userId, currency, network }: CreateWalletInput,
): Promise<{ wallet: WalletRecord; isNew: boolean }> {
  const asset = requireOffered(currency, network, networks);
  const existing = await findWallet(database, userId, currency, network);
  if (existing !== null) return { wallet: existing, isNew: false };
  if ((await products.within(database)).get(asset.code)?.isOffered === false) throw notReceived(asset);

  const take = { use: 'wallet', count: 1 } as const;
  const [addressId] = await takeAddresses({ addressSources, gate }, asset.network, take);
  if (addressId === undefined) throw noAddressLeft(asset.network);
  try {
    const wallet = await database.transaction(async (tx) => {
      await giveAddresses(tx, [{ id: addressId, userId }]);
      const made = await insertWallet(tx, { id: newId(), userId, currency, network, addressId });
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
