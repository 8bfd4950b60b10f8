import { findAssetByCode, findStray } from '@kobogate/contract';
import { Failure } from '../../platform/errors.ts';
import { createWallet, type CreateWalletDependencies } from '../wallets/create-wallet.ts';
import { findDepositOwner, findPaymentCoins } from './db.ts';

/**
 * Gives a customer the wallet of what has arrived, where they have none: USDT that was sent on Polygon to an address made
 * for Ethereum is then seen, and can be converted. Leaves it where the pair is not on offer; the coins are theirs all the same.
 * What came for a payment gets none: it is not in the balance.
 */
export async function openWalletFor(dependencies: CreateWalletDependencies, depositId: string): Promise<void> {
  const owner = await findDepositOwner(dependencies.database, depositId);
  if (owner === null || owner.isForPayment) return;
  await openWallet(dependencies, owner);
}

/**
 * Gives a merchant the wallet of a payment's coins, as `openWalletFor` does, because some of them are in the balance. Does
 * nothing for a conversion, and for a payment for which nothing arrived.
 */
export async function openWalletForPayment(dependencies: CreateWalletDependencies, orderId: string): Promise<void> {
  const coins = await findPaymentCoins(dependencies.database, orderId);
  if (coins !== null) await openWallet(dependencies, coins);
}

async function openWallet(
  dependencies: CreateWalletDependencies,
  { userId, asset: code }: { readonly userId: string; readonly asset: string },
): Promise<void> {
  const asset = findAssetByCode(code);
  if (asset === undefined || findStray(code) !== undefined) return;
  const { currency, network } = asset;
  await createWallet(dependencies, { userId, currency, network }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}
