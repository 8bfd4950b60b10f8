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
import { conflict, ruleBroken } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { collectReceivables } from '../deposits/collect-receivable.ts';
import { findTip, identityOfGiven, insertDeposits, insertSenders, saveCounts } from '../deposits/db.ts';
import { arrivalOf, creditOf } from '../deposits/deposit.ts';
import type { BookedSurplus, ShareWish } from '../found/surpluses/db.ts';
import { keyOfAddress } from '../treasury/held-refunds.ts';
import { listAddressesOf, type OwnedAddress } from '../wallets/db.ts';

interface Gift extends Omit<ShareWish, 'owner'> {
  readonly userId: UserId;
}

/**
 * Makes coins that no known payment explains a final deposit of a customer: at the address of theirs that is given; without one, at an
 * address that holds them by our own record, first one that holds as much; without such, at one of a wallet of theirs. From there
 * everything continues as if it had just become final: its sender is compared with the list of sanctioned ones, its value is recorded,
 * and a payment or an order that waits for it is funded. It counts as having come when the coins were found. Throws 409 where the
 * customer has no address of that family, 422 where the one that is given is not theirs.
 */
export async function giveSurplus(tx: Transaction, surplus: BookedSurplus, gift: Gift): Promise<DepositId> {
  const { userId, amount, transaction, sender } = gift;
  const { network, seenHeight, foundAt } = surplus;
  const paidAs = findLedgerAsset(surplus.asset)?.code;
  if (paidAs === undefined || !isNetwork(network)) throw new Error(`no such asset: ${surplus.asset}`);
  const address = await findAddress(tx, network, surplus, gift);
  const id = newId<DepositId>();
  const asset = creditedAs(paidAs);
  const cameAs = asset === paidAs ? null : paidAs;
  const tip = await findTip(tx, network);
  const deposit = {
    id,
    network,
    identity: identityOfGiven(id),
    transaction: transaction ?? '',
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
  { places }: Pick<BookedSurplus, 'places'>,
  { userId, amount, address: given }: Gift,
): Promise<OwnedAddress> {
  const { family, name } = NETWORKS[network];
  const likely = places.toSorted((one, other) => Number(other.amount === amount) - Number(one.amount === amount));
  const keys = (given === null ? likely.map(({ address }) => address) : [given]).map((each) =>
    keyOfAddress(network, each),
  );
  const [address] = await listAddressesOf(tx, { userId, family, keys });
  if (given !== null && address?.addressKey !== keys[0]) {
    throw ruleBroken('This is not an address of that customer. Nothing was changed.');
  }
  if (address === undefined) {
    throw conflict(
      `This customer has no address on ${name}, so the coins can’t be a deposit of theirs. Nothing was changed.`,
    );
  }
  return address;
}
