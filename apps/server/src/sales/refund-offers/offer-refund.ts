import type { OfferId, OrderId, UserId } from '@kobogate/contract';
import { z } from 'zod';
import type { OperatorSettings } from '../../controls/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { atField, conflict } from '../../platform/errors.ts';
import { doOnce, findAnswer, type Repeatable } from '../../platform/idempotency.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { consumeRateLimit, tryRateLimit } from '../../platform/throttle.ts';
import { lockTier } from '../customers/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { closePayment, requireShort } from '../payments/close-payment.ts';
import { findPaymentView } from '../payments/db.ts';
import { offerMail } from '../payments/payer-mails/write-mail.ts';
import { hasOpenOffer, refundableOf } from '../payments/refundable.ts';
import { countOffers, insertOffer } from './db.ts';
import { lockPayment, tellOnTimeline } from './lock-offer.ts';

export interface OfferDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
  readonly settings: OperatorSettings;
}

interface NewOffer {
  readonly id: OrderId;
  readonly merchantId: UserId;
  readonly asset: string;
}

const done = z.literal('done');

/** Per payment, for ever: each stays on its timeline. */
const MOST_OFFERS = 20;
/** The payer is mailed about this many offers, even if they are withdrawn and made again. */
const MOST_MAILS = 3;
const MOST_OF_MERCHANT = 100;
/** Anyone can enter any address on the page of a payment. */
const MOST_TO_RECIPIENT = 5;

const CLOSED = 'You closed it, to give back what had arrived.';

/**
 * Offers the payer a refund of everything that is left of a coin of a merchant's payment, and mails them if their address is
 * known: only for the first offers of a payment, and as long as that address got few such mails today. A payment that stays
 * short is closed by it. Once per idempotency key. Throws 404 for a payment that is not their own; 409 if nothing of that coin
 * can be refunded, an offer of it is open, too many were made, or the key was used for another one; 429 for too many.
 */
export async function offerRefund(
  dependencies: OfferDependencies,
  { idempotencyKey: key, onRepeat, ...asked }: NewOffer & Repeatable,
): Promise<void> {
  const { database, clock } = dependencies;
  const { id, merchantId, asset } = asked;
  const call = {
    owner: merchantId,
    operation: 'refund-offers.offer',
    key,
    request: { id, asset },
    now: clock.now(),
    onRepeat,
  };
  if ((await findAnswer(database, call, done)) !== null) return;
  const turn = { thing: 'refund-offers', subject: merchantId, most: MOST_OF_MERCHANT, windowSeconds: 3600 };
  await consumeRateLimit(
    database,
    [turn],
    clock.now(),
    'You have made very many offers. The coins are safe where they are.',
  );
  await database.transaction((tx) =>
    doOnce(tx, call, done, async () => {
      await writeOffer(tx, dependencies, asked);
      return 'done';
    }),
  );
}

async function writeOffer(
  tx: Transaction,
  { clock, publicOrigin }: OfferDependencies,
  { id, merchantId, asset }: NewOffer,
): Promise<void> {
  // Before the order, in the same order of locks as a refund request.
  await lockTier(tx, merchantId);
  const { order, facts } = await lockPayment(tx, id, merchantId);
  const now = clock.now();
  const view = await findPaymentView(tx, id, merchantId);
  if (view !== null && hasOpenOffer(view, asset)) throw offeredAlready();
  const coins = view === null ? undefined : refundableOf(view, now).find((each) => each.asset === asset);
  if (coins === undefined) {
    const nothing = conflict(
      'There are no coins of this kind to give back: what became naira, is kept for the payment, or was offered before stays where it is.',
      'nothing-refundable',
    );
    throw atField('asset', nothing);
  }
  const earlier = await countOffers(tx, id);
  if (earlier >= MOST_OFFERS) throw offeredOften();
  if (coins.isClosing) requireShort(order, now);
  const current = coins.isClosing ? await closePayment(tx, order, CLOSED) : order;
  const offerId = newId<OfferId>();
  await insertOffer(tx, { ...coins, id: offerId, orderId: id });
  const text = `The merchant offered ${describeCoins(coins.amount, asset)} back, less ${describeCoins(coins.fee, asset)} that the network takes.`;
  await tellOnTimeline(tx, current, { type: 'refund-offered', text });
  await emit(tx, { type: 'payment.refund-offered', payload: { orderId: id, offerId } });
  if (facts.payerEmail === null || earlier >= MOST_MAILS) return;
  const mails = { thing: 'refund-offer-mails', subject: facts.payerEmail.toLowerCase(), windowSeconds: 86_400 };
  // Skipped rather than refused: otherwise one merchant could keep another from refunding the same payer.
  if (!(await tryRateLimit(tx, [{ ...mails, most: MOST_TO_RECIPIENT }], now))) return;
  const mail = offerMail({ order, facts }, coins, publicOrigin);
  await emit(tx, { type: 'mail.send', payload: { to: facts.payerEmail, ...mail } });
}

const offeredAlready = () =>
  conflict(
    'Coins of this kind are offered to the payer already. What came since is safe in your balance: you can offer it once that offer is confirmed or withdrawn.',
    'offered-already',
  );
const offeredOften = () =>
  conflict(
    `Coins of this payment were offered ${MOST_OFFERS} times, which is the most. They are safe in your balance, and can be sent back from there.`,
    'offered-often',
  );
