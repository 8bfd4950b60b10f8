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
import { refundFee } from '../refunds/refund-fee.ts';
import { listLateRows, listSuspenseRows, listUnclaimedRows } from './db.ts';

/** Coins in suspense, as administrators see them: amounts in whole coins. */
export async function listSuspense({ database }: { readonly database: Connection }): Promise<SuspenseItem[]> {
  const rows = await listSuspenseRows(database);
  return rows.map(({ userId, name, email, asset: code, amount, arrivedAt }) => {
    const asset = findLedgerAsset(code);
    return {
      userId,
      customerName: name,
      customerEmail: email,
      asset: code,
      currency: asset?.currency ?? code,
      networkName: asset === undefined ? '' : networkNameOf(asset),
      amount: asset === undefined ? String(amount) : formatUnits(amount, asset.decimals),
      creditedAs: findStray(code)?.counterpart ?? null,
      arrivedAt: arrivedAt?.toISOString() ?? null,
    };
  });
}

/** Coins that came for closed accounts and wait for a decision: amounts in whole coins. */
export async function listLate({ database }: { readonly database: Connection }): Promise<LateItem[]> {
  const rows = await listLateRows(database);
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
      fee: asset === undefined || fee === null ? null : formatUnits(fee, asset.decimals),
      arrivedAt: arrivedAt.toISOString(),
      closedAt: closedAt.toISOString(),
    };
  });
}

/** Deposits without a known owner, as administrators see them: amounts in whole coins. */
export async function listUnclaimed({ database }: { readonly database: Connection }): Promise<UnclaimedItem[]> {
  const rows = await listUnclaimedRows(database);
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
        arrivedAt: seenAt.toISOString(),
        isFinal: status === 'confirmed',
        firstApproval: claim === null ? null : Object.assign(claim, { at: new Date(claim.at).toISOString() }),
      };
    },
  );
}
