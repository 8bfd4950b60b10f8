import {
  creditedAs,
  type DepositId,
  findLedgerAsset,
  isNetwork,
  NETWORKS,
  type NetworkId,
  type UserId,
} from '@kobogate/contract';
import { post, unclaimed } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { collectReceivables } from '../deposits/collect-receivable.ts';
import { findTip, identityOfGiven, insertDeposits, insertSenders, saveCounts } from '../deposits/db.ts';
import { arrivalOf, creditOf } from '../deposits/deposit.ts';
import type { BookedSurplus } from '../found/surpluses/db.ts';
import { keyOfAddress } from '../treasury/held-refunds.ts';
import { listAddressesOf, type OwnedAddress } from '../wallets/db.ts';

interface Gift {
  readonly userId: UserId;
  readonly amount: bigint;
  readonly transaction: string;
  /** In the form of its chain's addresses; null: not known. */
  readonly sender: string | null;
}

/**
 * Makes coins that no known payment explains a final deposit of a customer, at the address of theirs that holds them by our
 * own record, else at one of a wallet of theirs. From there everything continues as if it had just become final: its sender is compared with the
 * list of sanctioned ones, its value recorded, a payment or an order that waits for it is funded. It counts as having come when the
 * coins were found. Throws 409 where the customer has no address of that family.
 */
export async function giveSurplus(
  tx: Transaction,
  surplus: BookedSurplus,
  { userId, amount, transaction, sender }: Gift,
): Promise<DepositId> {
  const { network, seenHeight, foundAt } = surplus;
  const paidAs = findLedgerAsset(surplus.asset)?.code;
  if (paidAs === undefined || !isNetwork(network)) throw new Error(`no such asset: ${surplus.asset}`);
  const address = await findAddress(tx, network, userId, surplus);
  const id = newId<DepositId>();
  const asset = creditedAs(paidAs);
  const cameAs = asset === paidAs ? null : paidAs;
  const tip = await findTip(tx, network);
  const deposit = {
    id,
    network,
    identity: identityOfGiven(id),
    transaction,
    blockHash: '',
    blockHeight: seenHeight ?? tip?.height ?? 0n,
    asset,
    cameAs,
    addressId: address.addressId,
    userId,
    amount,
    confirmationsNeeded: 1,
    seenAt: foundAt,
    knownAt: foundAt,
    senders: sender === null ? [] : [sender],
    readBy: undefined,
    contradiction: undefined,
  };
  await insertDeposits(tx, [deposit]);
  await insertSenders(tx, [deposit]);
  await saveCounts(tx, [{ id, status: 'confirmed', confirmations: 1 }]);
  const to = creditOf({ userId, asset, isForPayment: address.paymentAsset === asset });
  const [result] = await post(tx, [
    {
      source: 'deposit-owner-found',
      sourceId: id,
      description: 'The owner of coins that no known payment explains was found',
      transfers: arrivalOf(deposit, to, unclaimed),
    },
  ]);
  if (result?.ok !== true) throw new Error('the ledger refused to credit coins whose owner was found');
  await collectReceivables(tx, [{ userId, asset }]);
  await emit(tx, { type: 'deposit.confirmed', payload: { depositId: id } });
  return id;
}

async function findAddress(
  tx: Transaction,
  network: NetworkId,
  userId: UserId,
  { places }: Pick<BookedSurplus, 'places'>,
): Promise<OwnedAddress> {
  const { family, name } = NETWORKS[network];
  const keys = places.map(({ address }) => keyOfAddress(network, address));
  const [address] = await listAddressesOf(tx, { userId, family, keys });
  if (address === undefined) {
    throw conflict(
      `This customer has no address on ${name}, so the coins can’t be a deposit of theirs. Nothing was changed.`,
    );
  }
  return address;
}
