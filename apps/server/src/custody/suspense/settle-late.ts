import { type DepositId, findLedgerAsset, NETWORKS, type RefundId, type UserId } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { recordDecision } from '../../controls/index.ts';
import { balance } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/identifiers.ts';
import { worthInKobo } from '../deposits/deposit.ts';
import { accountOf, placeOfRefund, requireRefundRequest } from '../refunds/refund.ts';
import { setAside } from '../refunds/set-aside.ts';
import { refuseOwnAddress } from '../wallets/own-addresses.ts';
import type { CreditDependencies } from './credit-suspense.ts';
import { findLate, type LateDeposit, lockLate, saveLate } from './db.ts';

export interface SettleLateInput {
  /** The deposit's id. */
  readonly id: DepositId;
  readonly adminId: UserId;
  /** Where the person wants the coins; null: they stay booked as owed. */
  readonly address: string | null;
  readonly reason: string;
}

/**
 * Decides, once, on coins that came for a closed account: with an address they are set aside for a refund to it, which has to
 * be approved like every refund; without one they stay booked as owed to the person. Throws 404 without such coins, 409 where
 * they were decided on or are held for an order, 422 for an address that is not one of that chain, or too little to send.
 */
export async function settleLate(
  { database }: Pick<CreditDependencies, 'database'>,
  { id, adminId, address, reason }: SettleLateInput,
): Promise<'asked' | 'kept'> {
  const late = isId(id) ? await findLate(database, id) : null;
  if (late === null) throw notFound('There are no such coins.');
  const request = address === null ? null : readRequest(late, address);
  if (request !== null) await refuseOwnAddress(database, NETWORKS[request.asset.network].family, request.addressKey);
  return database.transaction(async (tx) => {
    const deposit = await lockLate(tx, id);
    if (deposit === null) throw notFound('There are no such coins.');
    if (deposit.isSettled) throw conflict('These coins have been decided on already. Nothing was changed.');
    const refundId = request === null ? null : await askRefund(tx, deposit, request);
    await saveLate(tx, { id, by: adminId, refundId, reason });
    await recordDecision(tx, { action: 'deposit-late-settled', adminId, userId: deposit.userId, reason });
    return refundId === null ? 'kept' : 'asked';
  });
}

function readRequest({ asset: code, amount }: { asset: string; amount: bigint }, address: string) {
  const asset = findLedgerAsset(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  return requireRefundRequest({ asset: code, amount: formatUnits(amount, asset.decimals), address });
}

async function askRefund(
  tx: Transaction,
  { userId, asset, amount }: LateDeposit,
  { fee, address }: ReturnType<typeof readRequest>,
): Promise<RefundId> {
  const place = placeOfRefund(asset);
  if ((await balance(tx, accountOf(place, userId, asset))) < amount) {
    throw conflict('These coins are held for an order, or were used. Decide on the order first. Nothing was changed.');
  }
  const id = newId<RefundId>();
  await setAside(tx, { id, userId, asset, place, amount, fee, address, idempotencyKey: null });
  return id;
}

/** The value of these coins at today's rates, in kobo; null where no rate can be trusted, or there are none. */
export async function worthOfLate(
  { database, currentRates }: CreditDependencies,
  id: DepositId,
): Promise<bigint | null> {
  const late = isId(id) ? await findLate(database, id) : null;
  return late === null ? null : worthInKobo([late], await currentRates());
}
