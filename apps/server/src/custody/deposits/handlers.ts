import { findAssetByCode, findStray, type DepositId, type OrderId, type UserId } from '@kobogate/contract';
import { nairaForRoundedDown } from '@kobogate/money';
import type { Handlers } from '../../events.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { DependencyDown, Failure } from '../../platform/errors.ts';
import { createStepBatches } from '../../platform/step-batches.ts';
import { marketRatesAt } from '../../pricing/index.ts';
import { noteLate, noteLateOf } from '../suspense/db.ts';
import { createWallet, type CreateWalletDependencies } from '../wallets/create-wallet.ts';
import { collectAfterRevert } from './collect-receivable.ts';
import { type CreditedDeposit, insertDepositValues, listCredited } from './db.ts';

/** The merchant of a payment by link and the asset that arrived for it; null for a conversion, or where nothing arrived. */
export type FindPaymentCoins = (orderId: OrderId) => Promise<{ userId: UserId; asset: string } | null>;

interface DepositDependencies extends CreateWalletDependencies {
  readonly findPaymentCoins: FindPaymentCoins;
}

/**
 * The events that deposits handle. They record the value of a confirmed deposit and open a wallet for it if its coin has none
 * (for a payment's coins once some of them are in the balance); have a person decide on deposits of a closed account; and
 * collect what a reverted one leaves owed, once the orders have returned its coins.
 */
export function depositHandlers(dependencies: DepositDependencies) {
  const value = createValuing(dependencies);
  return {
    'deposit.confirmed': async ({ depositId }) => {
      const deposit = await value(depositId);
      const userId = deposit?.userId ?? null;
      // USDT sent on Polygon to an address made for Ethereum is then visible, and can be converted. Coins for a payment
      // open none: they are not in the balance.
      if (deposit?.needsWallet === true && userId !== null) {
        await openWallet(dependencies, { userId, asset: deposit.asset });
      }
    },
    'account.closed': async ({ userId }) => {
      await dependencies.database.transaction((tx) => noteLateOf(tx, userId));
    },
    'payment.excess': ({ orderId }) => openWalletForPayment(dependencies, orderId),
    'order.declined': ({ orderId }) => openWalletForPayment(dependencies, orderId),
    'deposit.reverted': ({ depositId }) => collectAfterRevert(dependencies, depositId),
    'deposit.corrected': ({ depositId }) => collectAfterRevert(dependencies, depositId),
  } satisfies Handlers;
}

/** The value of a coin is unknown if its rate is older than this. */
const OLDEST_RATE_MS = 24 * 60 * 60 * 1000;

/** A deposit to be valued, and what was found of it. */
interface Valued {
  readonly depositId: DepositId;
  found?: CreditedDeposit;
}

/**
 * Makes what records the value of a credited deposit at that moment, at the market's last rate before it, and answers
 * the deposit; once, so it may be repeated. Records nothing where no rate of the last 24 hours is known, or the coin is
 * not on offer. Deposits of one moment share a transaction.
 */
export function createValuing({
  database,
}: {
  readonly database: Database;
}): (depositId: DepositId) => Promise<CreditedDeposit | null> {
  const submit = createStepBatches<Valued>({
    database,
    write: async (tx, items) => {
      const deposits = new Map(
        (
          await listCredited(
            tx,
            items.map(({ depositId }) => depositId),
          )
        ).map((deposit) => [deposit.id, deposit]),
      );
      for (const item of items) {
        const found = deposits.get(item.depositId);
        if (found !== undefined) item.found = found;
      }
      await valueAll(tx, [...deposits.values()]);
      await noteLate(
        tx,
        [...deposits.values()].filter(({ isLate, confirmedAt }) => isLate && confirmedAt !== null).map(({ id }) => id),
      );
      return new Set();
    },
  });
  return async (depositId) => {
    const item: Valued = { depositId };
    await submit(item);
    return item.found ?? null;
  };
}

async function valueAll(tx: Transaction, deposits: readonly CreditedDeposit[]): Promise<void> {
  const priced = deposits.flatMap(({ id, asset: code, amount, confirmedAt: at }) => {
    const asset = findAssetByCode(code);
    return at === null || asset === undefined ? [] : [{ depositId: id, amount, at, asset, currency: asset.currency }];
  });
  if (priced.length === 0) return;
  const rates = await marketRatesAt(tx, priced, OLDEST_RATE_MS);
  await insertDepositValues(
    tx,
    priced.flatMap(({ depositId, amount, at, asset }, index) => {
      const rate = rates[index] ?? null;
      return rate === null ? [] : [{ depositId, rate, kobo: nairaForRoundedDown(amount, asset.decimals, rate), at }];
    }),
  );
}

/**
 * Opens the wallet of a payment's coins for its merchant, because some of them are in the balance. Does nothing for a
 * conversion, and for a payment for which nothing arrived.
 */
async function openWalletForPayment(dependencies: DepositDependencies, orderId: OrderId): Promise<void> {
  const coins = await dependencies.findPaymentCoins(orderId);
  if (coins !== null) await openWallet(dependencies, coins);
}

/** Does nothing where the pair is not on offer; the coins are theirs all the same. What is down is tried again. */
async function openWallet(
  dependencies: CreateWalletDependencies,
  { userId, asset: code }: { readonly userId: UserId; readonly asset: string },
): Promise<void> {
  const asset = findAssetByCode(code);
  if (asset === undefined || findStray(code) !== undefined) return;
  const { currency, network } = asset;
  await createWallet(dependencies, { userId, currency, network }).catch((error: unknown) => {
    if (!(error instanceof Failure) || error instanceof DependencyDown) throw error;
  });
}
