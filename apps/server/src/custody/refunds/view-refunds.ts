import {
  type AdminRefund,
  ASSETS,
  findLedgerAsset,
  type LedgerAsset,
  NETWORK_IDS,
  networkNameOf,
  NETWORKS,
  type Refund,
  type Refundable,
  type RefundId,
  STRAY_ASSETS,
  type UserId,
} from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { balances } from '../../ledger/index.ts';
import type { Connection } from '../../platform/database.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { versionOf } from '../../platform/seen-version.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { listRefundHits, NO_HITS, type SeenVersion } from '../../controls/index.ts';
import { worthText } from '../deposits/deposit.ts';
import { findRefund, findSavedAddress, listAllRefunds, listRefundsOf, type RefundWithOwner } from './db.ts';
import { hasUnknown } from './hold-listed.ts';
import { accountOf, placeOfRefund, type RefundRecord } from './refund.ts';
import { refundFee } from './refund-fee.ts';

/** A refund as its owner sees it: amounts in whole coins. */
export function presentRefund(refund: RefundRecord): Refund {
  const asset = findLedgerAsset(refund.asset);
  if (asset === undefined) throw new Error(`no such asset: ${refund.asset}`);
  return {
    id: refund.id,
    asset: asset.code,
    currency: asset.currency,
    networkName: networkNameOf(asset),
    place: refund.place,
    amount: formatUnits(refund.amount, asset.decimals),
    fee: formatUnits(refund.fee, asset.decimals),
    address: refund.address,
    status: refund.status,
    reason: refund.reason,
    transaction: refund.txid,
    requestedAt: refund.requestedAt.toISOString(),
  };
}

interface ViewDependencies {
  readonly database: Connection;
  readonly currentRates: CurrentRates;
}

/** Refunds as administrators see them, with their sanctions hits and what they are worth today. */
export async function presentForAdmin(
  { database, currentRates }: ViewDependencies,
  refunds: readonly RefundWithOwner[],
): Promise<AdminRefund[]> {
  const [seen, rates] = await Promise.all([presentVersions(database, refunds), currentRates()]);
  const worth = new Map(refunds.map((refund) => [refund.id, worthText(refund, rates)]));
  return seen.map((refund) => Object.assign(refund, { nairaKobo: worth.get(refund.id) ?? null }));
}

/** All of it that an administrator decides on, with its version. */
async function presentVersions(
  connection: Connection,
  refunds: readonly RefundWithOwner[],
): Promise<Omit<AdminRefund, 'nairaKobo'>[]> {
  const hits = await listRefundHits(connection, refunds);
  return refunds.map((refund) => {
    const found = hits.get(refund.id) ?? NO_HITS;
    const seen = Object.assign(presentRefund(refund), {
      userId: refund.userId,
      customerName: refund.name,
      customerEmail: refund.email,
      firstApproval: refund.firstApproval,
      listed: { isAddress: found.isAddressListed, senders: [...found.senders], isNew: hasUnknown(refund, found) },
    });
    return Object.assign(seen, { version: versionOf(seen) });
  });
}

/** Checks the version of a locked refund that an administrator decides on; null: the call names none. */
export function seenRefund(tx: Connection, refund: RefundWithOwner, seen: number | null): SeenVersion {
  const { status, amount, currency, address } = presentRefund(refund);
  const is = `it is ${status}, ${amount} ${currency} to ${address}`;
  return {
    seen,
    now: async () => {
      const [now] = await presentVersions(tx, [refund]);
      if (now === undefined) throw new Error(`refund ${refund.id} has no presentation`);
      return now.version;
    },
    changed: `This refund has changed since you looked at it: ${is}. Nothing was done; please look at it again.`,
  };
}

/** The user's refunds, and their refundable balances. */
export async function viewRefunds(
  { database }: { readonly database: Connection },
  userId: UserId,
): Promise<{ refunds: Refund[]; refundable: Refundable[] }> {
  const [refunds, refundable] = await Promise.all([listRefundsOf(database, userId), listRefundable(database, userId)]);
  return { refunds: refunds.map(presentRefund), refundable };
}

/** All refunds, or those of one user, for administrators. Throws 422 where what names the user is no id. */
export async function viewAllRefunds(
  dependencies: ViewDependencies,
  userId: UserId | null = null,
): Promise<AdminRefund[]> {
  if (userId !== null && !isId(userId)) throw ruleBroken('The user is named by their id.');
  return presentForAdmin(dependencies, await listAllRefunds(dependencies.database, userId));
}

/** One refund, for administrators. Throws 404 where there is none. */
export async function viewRefundForAdmin(dependencies: ViewDependencies, id: RefundId): Promise<AdminRefund> {
  const refund = isId(id) ? await findRefund(dependencies.database, id) : null;
  const [seen] = refund === null ? [] : await presentForAdmin(dependencies, [refund]);
  if (seen === undefined) throw notFound('There is no such refund.');
  return seen;
}

async function listRefundable(database: Connection, userId: UserId): Promise<Refundable[]> {
  const assets: readonly LedgerAsset[] = [...ASSETS, ...STRAY_ASSETS];
  const account = (asset: LedgerAsset) => accountOf(placeOfRefund(asset.code), userId, asset.code);
  const amounts = await balances(database, assets.map(account));
  const there = assets.flatMap((asset) => {
    const fee = refundFee(asset);
    const amount = amounts.get(account(asset).code) ?? 0n;
    return fee === null || amount <= fee ? [] : [{ asset, fee, amount }];
  });
  return Promise.all(
    there.map(async ({ asset, fee, amount }) => ({
      asset: asset.code,
      currency: asset.currency,
      network: asset.network,
      networkName: networkNameOf(asset),
      place: placeOfRefund(asset.code),
      available: formatUnits(amount, asset.decimals),
      fee: formatUnits(fee, asset.decimals),
      savedAddress: await findSavedAddress(database, {
        userId,
        currency: asset.currency,
        networks: alike(asset),
      }),
    })),
  );
}

/** The networks on which an address of this asset's network has the same owner: this one first. */
function alike({ network }: LedgerAsset): string[] {
  const { family } = NETWORKS[network];
  return [network, ...NETWORK_IDS.filter((id) => id !== network && NETWORKS[id].family === family)];
}
