import { NETWORKS, type Proof, type RefundId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Caller } from '../../platform/route.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import type { ProveOwner } from '../../identity/index.ts';
import { refuseOwnAddress } from '../wallets/own-addresses.ts';
import { findRefund, findRefundByKey } from './db.ts';
import { placeOfRefund, type RefundRecord, requireRefundRequest } from './refund.ts';
import { setAside } from './set-aside.ts';

export interface RefundDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly proveOwner: ProveOwner;
}

/** The same as `requestRefund`, with its dependencies. */
export type RequestRefund = (input: RefundInput) => Promise<RefundRecord>;

export interface RefundInput extends Proof {
  readonly caller: Caller;
  readonly asset: string;
  /** In whole coins. */
  readonly amount: string;
  readonly address: string;
  readonly idempotencyKey: string | undefined;
  /** Runs in the transaction of the request, before anything is set aside; an error undoes the request. */
  readonly alongside?: (tx: Transaction, refundId: RefundId) => Promise<void>;
}

/**
 * Sets coins of the caller's aside for a refund: they can't be converted or requested again from then on. The same key returns
 * the same refund. Throws 409 if the key was used for another refund, or too many are open; 422 with a message for a broken
 * rule, a missing proof or too few coins; 429 for too many requests; 503 while a fence is up; 401 if the caller has been signed
 * out.
 */
export async function requestRefund(dependencies: RefundDependencies, input: RefundInput): Promise<RefundRecord> {
  const { database, clock, proveOwner } = dependencies;
  const { caller, idempotencyKey } = input;
  const { userId } = caller;
  const { asset, amount, fee, address, addressKey } = requireRefundRequest(input);
  const asked = { asset: asset.code, amount, address };
  const made = idempotencyKey === undefined ? null : await findRefundByKey(database, userId, idempotencyKey);
  if (made !== null) return requireSame(made, asked);
  const turns = { thing: 'refund-user', subject: userId, most: 20, windowSeconds: 3600 };
  await consumeRateLimit(database, [turns], clock.now(), 'You have asked for very many refunds.');
  await refuseOwnAddress(database, NETWORKS[asset.network].family, addressKey);
  const lockOwner = await proveOwner(caller, input);
  const id = newId<RefundId>();
  const place = placeOfRefund(asset.code);
  await database.transaction(async (tx) => {
    const refund = { id, userId, asset: asset.code, place, amount, fee, address };
    // So that no other one can be requested at the same time.
    await lockOwner(tx);
    await setAside(tx, { ...refund, idempotencyKey: idempotencyKey ?? null }, input.alongside);
  });
  const refund =
    idempotencyKey === undefined
      ? await findRefund(database, id)
      : await findRefundByKey(database, userId, idempotencyKey);
  if (refund === null) throw new Error('a refund that was written is not there');
  return requireSame(refund, asked);
}

/**
 * The refund that a key has made. Throws 409 where the key now comes with another one: its sender would mistake one for
 * the other.
 */
function requireSame(
  made: RefundRecord,
  { asset, amount, address }: Pick<RefundRecord, 'asset' | 'amount' | 'address'>,
): RefundRecord {
  if (made.asset === asset && made.amount === amount && made.address === address) return made;
  throw conflict(
    'The refund that you requested just before was made after all: it is in your list. Nothing more was set aside; please ask again if you want this one too.',
    'idempotency-key-used',
  );
}
