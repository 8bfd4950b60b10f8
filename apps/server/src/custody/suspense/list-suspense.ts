import {
  creditedAs,
  findLedgerAsset,
  findStray,
  isNetwork,
  type LateItem,
  networkNameOf,
  NETWORKS,
  type SuspenseItem,
  type TakenItem,
  type UnclaimedItem,
} from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Connection } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { worthText } from '../deposits/deposit.ts';
import { type BookedSurplus, listBooked } from '../found/surpluses/db.ts';
import { refundFee } from '../refunds/refund-fee.ts';
import { keyOfAddress } from '../treasury/held-refunds.ts';
import { listPlaceOwners, type PlaceOwner } from '../wallets/db.ts';
import { listLateRows, listSuspenseRows, listTakenRows, listUnclaimedRows } from './db.ts';

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
    const counterpart = findStray(code)?.counterpart ?? null;
    return {
      userId,
      customerName: name,
      customerEmail: email,
      asset: code,
      currency: asset?.currency ?? code,
      networkName: asset === undefined ? '' : networkNameOf(asset),
      amount: whole(amount),
      creditedAs: counterpart,
      nairaKobo: worthText({ asset: counterpart ?? code, amount }, rates),
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

/**
 * Coins without a known owner, as administrators see them, in whole coins: deposits, and what is left of coins that no known payment
 * explains.
 */
export async function listUnclaimed({ database, currentRates }: ListDependencies): Promise<UnclaimedItem[]> {
  const [rows, surpluses, rates] = await Promise.all([
    listUnclaimedRows(database),
    listBooked(database),
    currentRates(),
  ]);
  const deposits = rows.map(
    ({ id, asset: code, network, amount, status, address, derivationIndex, transaction, seenAt, claim, kept }) =>
      Object.assign(describeCoins({ asset: code, amount }, rates), {
        id,
        address,
        derivationIndex,
        transaction,
        network,
        arrivedAt: seenAt.toISOString(),
        isFinal: status === 'confirmed',
        surplus: null,
        kept: withTime(kept),
        firstApproval:
          claim === null
            ? null
            : {
                ...claim,
                at: new Date(claim.at).toISOString(),
                amount: null,
                transaction: null,
                sender: null,
                address: null,
              },
      }),
  );
  const owners = await listOwnersOf(database, surpluses);
  return [...surpluses.map((surplus) => describeSurplus(surplus, owners, rates)), ...deposits];
}

/** Coins that were booked as the operator's own, as administrators see them, in whole coins. */
export async function listTaken({ database, currentRates }: ListDependencies): Promise<TakenItem[]> {
  const [rows, rates] = await Promise.all([listTakenRows(database), currentRates()]);
  return rows.map(({ id, network, asset, amount, address, transaction, by, at, reason, first }) =>
    Object.assign(describeCoins({ asset, amount }, rates), {
      id,
      network,
      address,
      transaction,
      by,
      at: at.toISOString(),
      reason,
      firstReturn: withTime(first),
    }),
  );
}

type Rates = Awaited<ReturnType<CurrentRates>>;

function describeCoins({ asset: code, amount }: { asset: string; amount: bigint }, rates: Rates) {
  const asset = findLedgerAsset(code);
  return {
    currency: asset?.currency ?? code,
    networkName: asset === undefined ? '' : networkNameOf(asset),
    amount: asset === undefined ? String(amount) : formatUnits(amount, asset.decimals),
    nairaKobo: worthText({ asset: asset === undefined ? code : creditedAs(asset.code), amount }, rates),
  };
}

const withTime = <Said extends { readonly at: string }>(said: Said | null): Said | null =>
  said === null ? null : Object.assign(said, { at: new Date(said.at).toISOString() });

/** Whose the addresses are that hold surpluses by our own record, by network and address. */
async function listOwnersOf(
  database: Connection,
  surpluses: readonly BookedSurplus[],
): Promise<ReadonlyMap<string, PlaceOwner>> {
  const owners = new Map<string, PlaceOwner>();
  for (const { network, places } of surpluses) {
    if (!isNetwork(network) || places.length === 0) continue;
    const keys = new Map(places.map(({ address }) => [keyOfAddress(network, address), address]));
    for (const owner of await listPlaceOwners(database, NETWORKS[network].family, [...keys.keys()])) {
      owners.set(`${network} ${keys.get(owner.addressKey) ?? ''}`, owner);
    }
  }
  return owners;
}

function describeSurplus(
  { id, network, asset, left, alone, places, foundAt, explanation, kept, first }: BookedSurplus,
  owners: ReadonlyMap<string, PlaceOwner>,
  rates: Rates,
): UnclaimedItem {
  const [largest] = places;
  const text = (amount: bigint): string => describeCoins({ asset, amount }, rates).amount;
  return {
    id,
    network,
    address: largest?.address ?? '',
    derivationIndex: owners.get(`${network} ${largest?.address ?? ''}`)?.derivationIndex ?? 0,
    transaction: '',
    ...describeCoins({ asset, amount: left }, rates),
    arrivedAt: foundAt.toISOString(),
    isFinal: true,
    surplus: {
      explanation,
      alone: text(alone),
      places: places.map(({ address, amount }) => ({
        address,
        amount: text(amount),
        customerEmail: owners.get(`${network} ${address}`)?.email ?? null,
      })),
    },
    kept: withTime(kept),
    firstApproval:
      first === null
        ? null
        : {
            adminId: first.adminId,
            by: first.by,
            at: new Date(first.at).toISOString(),
            owner: first.owner,
            customerEmail: first.email,
            reason: first.reason,
            amount: text(first.amount),
            transaction: first.transaction,
            sender: first.sender,
            address: first.address,
          },
  };
}
