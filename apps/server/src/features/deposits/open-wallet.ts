import { findAssetByCode, findStray } from '@kobogate/contract';
import { Failure } from '../../platform/errors.ts';
import { createWallet, type CreateWalletDependencies } from '../wallets/create-wallet.ts';
import { findDepositOwner } from './db.ts';

/**
 * Gives a customer the wallet of what has arrived, where they have none: USDT that was sent on Polygon to an address made
 * for Ethereum is then seen, and can be converted. Leaves it where the pair is not on offer; the coins are theirs all the same.
 * What came for a payment gets one only where some of it is in the balance (`isInBalance`).
 */
export async function openWalletFor(
  dependencies: CreateWalletDependencies,
  depositId: string,
  { isInBalance = false } = {},
): Promise<void> {
  const owner = await findDepositOwner(dependencies.database, depositId);
  const asset = owner === null ? undefined : findAssetByCode(owner.asset);
  if (owner === null || asset === undefined || findStray(owner.asset) !== undefined) return;
  if (owner.isForPayment && !isInBalance) return;
  const { currency, network } = asset;
  await createWallet(dependencies, { userId: owner.userId, currency, network }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}
