import {
  findLedgerAsset,
  findStray,
  type LateItem,
  networkNameOf,
  type SuspenseItem,
  type UnclaimedItem,
} from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Connection } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { worthText } from '../deposits/deposit.ts';
import { refundFee } from '../refunds/refund-fee.ts';
import { listLateRows, listSuspenseRows, listUnclaimedRows } from './db.ts';

interface ListDependencies {
  readonly database: Connection;
  readonly currentRates: CurrentRates;
}

/** Coins in suspense, as administrators see them: amounts in whole coins. */
export async function listSuspense({ database, currentRates }: ListDependencies): Promise<SuspenseItem[]> {
  const [rows, rates] = await Promise.all([listSuspenseRows(database), currentRates()]);
  return rows.map(({ userId, name, email, asset: code, amount, arrivedAt, payments }) => {
    const asset = findLedgerAsset(code);
    const whole = (units: bigint): string => (asset === undefined ? String(units) : formatUnits(units, asset.decimals));
    const creditedAs = findStray(code)?.counterpart ?? null;
    return {
      userId,
      customerName: name,
      customerEmail: email,
      asset: code,
      currency: asset?.currency ?? code,
      networkName: asset === undefined ? '' : networkNameOf(asset),
      amount: whole(amount),
      creditedAs,
      nairaKobo: worthText({ asset: creditedAs ?? code, amount }, rates),
      arrivedAt: arrivedAt?.toISOString() ?? null,
      payments: payments.map((payment) =>
        Object.assign({}, payment, {
          amount: whole(BigInt(payment.amount)),
          arrivedAt: new Date(payment.arrivedAt).toISOString(),
        }),
      ),
    };
  });
}

/** Coins that came for closed accounts and wait for a decision: amounts in whole coins. */
export async function listLate({ database, currentRates }: ListDependencies): Promise<LateItem[]> {
  const [rows, rates] = await Promise.all([listLateRows(database), currentRates()]);
  return rows.map((row) => {
    const { id, userId, name, email, asset: code, amount, network, address, transaction, arrivedAt, closedAt } = row;
    const asset = findLedgerAsset(code);
    const fee = asset === undefined ? null : refundFee(asset);
    return {
      id,
      userId,
      network,
      address,
      transaction,
      customerName: name,
      customerEmail: email,
      currency: asset?.currency ?? code,
      networkName: asset === undefined ? '' : networkNameOf(asset),
      amount: asset === undefined ? String(amount) : formatUnits(amount, asset.decimals),
      nairaKobo: worthText(row, rates),
      fee: asset === undefined || fee === null ? null : formatUnits(fee, asset.decimals),
      arrivedAt: arrivedAt.toISOString(),
      closedAt: closedAt.toISOString(),
    };
  });
}

/** Deposits without a known owner, as administrators see them: amounts in whole coins. */
export async function listUnclaimed({ database, currentRates }: ListDependencies): Promise<UnclaimedItem[]> {
  const [rows, rates] = await Promise.all([listUnclaimedRows(database), currentRates()]);
  return rows.map(
    ({ id, asset: code, network, amount, status, address, derivationIndex, transaction, seenAt, claim }) => {
      const asset = findLedgerAsset(code);
      return {
        id,
        address,
        derivationIndex,
        transaction,
        network,
        currency: asset?.currency ?? code,
        networkName: asset === undefined ? '' : networkNameOf(asset),
        amount: asset === undefined ? String(amount) : formatUnits(amount, asset.decimals),
        nairaKobo: worthText({ asset: code, amount }, rates),
        arrivedAt: seenAt.toISOString(),
        isFinal: status === 'confirmed',
        firstApproval: claim === null ? null : Object.assign(claim, { at: new Date(claim.at).toISOString() }),
      };
    },
  );
}
