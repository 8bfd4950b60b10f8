import { findAssetByCode, findStray, type DepositId, type OrderId, type UserId } from '@kobogate/contract';
import { nairaForRoundedDown } from '@kobogate/money';
import type { Handlers } from '../../events.ts';
import type { Database } from '../../platform/database.ts';
import { Failure } from '../../platform/errors.ts';
import { marketRatesBetween } from '../../pricing/index.ts';
import { createWallet, type CreateWalletDependencies } from '../wallets/create-wallet.ts';
import { collectAfterRevert } from './collect-receivable.ts';
import { findCredited, findDepositOwner, findPaymentCoins, insertDepositValue } from './db.ts';

/**
 * The events that deposits handle: record the value of a confirmed one and open a wallet for it where its coin has
 * none, and for a payment's coins once some of them are in the balance; collect what a reverted one leaves owed, once
 * the orders have returned its coins.
 */
export function depositHandlers(dependencies: CreateWalletDependencies) {
  return {
    'deposit.confirmed': async ({ depositId }) => {
      await valueDeposit(dependencies, depositId);
      await openWalletFor(dependencies, depositId);
    },
    'payment.excess': ({ orderId }) => openWalletForPayment(dependencies, orderId),
    'order.declined': ({ orderId }) => openWalletForPayment(dependencies, orderId),
    'deposit.reverted': ({ depositId }) => collectAfterRevert(dependencies, depositId),
  } satisfies Handlers;
}

/** The value of a coin is unknown if its rate is older than this. */
const OLDEST_RATE_MS = 24 * 60 * 60 * 1000;

/**
 * Records the value of a credited deposit at that moment, at the market's last rate before it; once, so it may be
 * repeated. Records nothing where no rate of the last 24 hours is known, or the coin is not on offer.
 */
export async function valueDeposit({ database }: { database: Database }, depositId: DepositId): Promise<void> {
  const deposit = await findCredited(database, depositId);
  const asset = deposit === null ? undefined : findAssetByCode(deposit.asset);
  if (deposit === null || asset === undefined) return;
  const { confirmedAt: at, amount } = deposit;
  const rates = await marketRatesBetween(database, new Date(at.getTime() - OLDEST_RATE_MS), at);
  const rate = rates.get(asset.currency)?.rate;
  if (rate === undefined) return;
  await insertDepositValue(database, { depositId, rate, kobo: nairaForRoundedDown(amount, asset.decimals, rate), at });
}

/**
 * Opens the wallet of the coins that arrived, where the customer has none: USDT sent on Polygon to an address made for
 * Ethereum is then visible, and can be converted. Does nothing where the pair is not on offer; the coins are theirs all
 * the same. Coins for a payment open none: they are not in the balance.
 */
export async function openWalletFor(dependencies: CreateWalletDependencies, depositId: DepositId): Promise<void> {
  const owner = await findDepositOwner(dependencies.database, depositId);
  if (owner === null || owner.isForPayment) return;
  await openWallet(dependencies, owner);
}

/**
 * Opens the wallet of a payment's coins for its merchant, like `openWalletFor`, because some of them are in the
 * balance. Does nothing for a conversion, and for a payment for which nothing arrived.
 */
async function openWalletForPayment(dependencies: CreateWalletDependencies, orderId: OrderId): Promise<void> {
  const coins = await findPaymentCoins(dependencies.database, orderId);
  if (coins !== null) await openWallet(dependencies, coins);
}

async function openWallet(
  dependencies: CreateWalletDependencies,
  { userId, asset: code }: { readonly userId: UserId; readonly asset: string },
): Promise<void> {
  const asset = findAssetByCode(code);
  if (asset === undefined || findStray(code) !== undefined) return;
  const { currency, network } = asset;
  await createWallet(dependencies, { userId, currency, network }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
}
