import type { AddressSource } from '@kobogate/addresses';
import {
  type AddressId,
  type CustomValue,
  idSchema,
  type NetworkAsset,
  type OrderId,
  priceOrder,
  type Settings,
  type UserId,
} from '@kobogate/contract';
import { formatNaira, type Kobo, toKobo } from '@kobogate/money';
import { giveAddresses, noAddressLeft, takeAddresses } from '../../custody/index.ts';
import { emitMany } from '../../events.ts';
import type { Transaction } from '../../platform/database.ts';
import { atField, Failure } from '../../platform/errors.ts';
import type { GroupOutcome } from '../../platform/group.ts';
import { doEachOnce, type RepeatableCall, repeatOf } from '../../platform/idempotency.ts';
import { newId } from '../../platform/identifiers.ts';
import { enterExposure, loadMadeToday } from '../customers/db.ts';
import { lockRates } from '../customers/lock-rates.ts';
import { refuseTier } from '../customers/tier-limits.ts';
import type { DepartureGate } from '../../controls/index.ts';
import type { CreateOrderDependencies } from '../orders/create-order.ts';
import { insertOrderEvents, insertOrders } from '../orders/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import type { LinkRecord, Metadata } from '../payment-links/link.ts';
import { insertOrderQuotes } from '../quotes/db.ts';
import { drawUpQuote, type Offer } from '../quotes/order-quote.ts';
import { judgeNew } from '../risk/describe-risks.ts';
import type { AskedAmount } from './payment-amount.ts';
import { cannotBePaid, exposureOfPayments, moreThanAllowed, refuseAmount } from './clear-payment.ts';
import { insertPayments } from './db.ts';
import { loadPayables, type Payee } from './payee.ts';

interface WriteDependencies extends CreateOrderDependencies {
  readonly addressSources: readonly AddressSource[];
  readonly gate: Pick<DepartureGate, 'takeAddresses'>;
  readonly lockSeconds: number;
}

/** A payment with all decisions made before anything is written. */
export interface ReadyPayment {
  readonly once: RepeatableCall;
  readonly link: LinkRecord;
  readonly asset: NetworkAsset;
  readonly asked: AskedAmount;
  readonly customValues: readonly CustomValue[];
  readonly reference: string | null;
  /** Of the merchant alone. */
  readonly metadata: Metadata;
  readonly amount: bigint;
  readonly offer: Offer;
}

/** A payment that can be paid, with its own address. */
interface AddressedPayment extends ReadyPayment {
  readonly addressId: AddressId;
}

type Outcome = GroupOutcome<OrderId>;
const failed = (error: unknown): Outcome => ({ ok: false, error });

/**
 * Opens simultaneous payments in one transaction, and answers each in the same order with its id, or with why it alone
 * failed. Those of one idempotency key come one after the other. A payment that is not written has used up its address.
 */
export async function openPayments(
  dependencies: WriteDependencies,
  items: readonly ReadyPayment[],
): Promise<Outcome[]> {
  const keys = items.map(({ once }) => repeatOf(once));
  const isRepeat = keys.map((key, place) => key !== null && keys.indexOf(key) < place);
  const together = await openTogether(
    dependencies,
    items.filter((_, place) => isRepeat[place] !== true),
  );
  const outcomes: Outcome[] = [];
  for (const [place, item] of items.entries()) {
    // The others are committed by now: a failure is this one's alone.
    const outcome =
      isRepeat[place] === true
        ? (await openTogether(dependencies, [item]).catch((error: unknown) => [failed(error)]))[0]
        : together.shift();
    outcomes.push(outcome ?? failed(new Error('a payment was not answered')));
  }
  return outcomes;
}

async function openTogether(dependencies: WriteDependencies, items: readonly ReadyPayment[]): Promise<Outcome[]> {
  const { database, settings, products, addressSources, gate, clock, quoteSigner, lockSeconds } = dependencies;
  const addressed = await addressesFor({ database, settings, products, addressSources, gate }, items);
  const able = addressed.flatMap((each) => (each instanceof Failure ? [] : [each]));
  const written = await database.transaction((tx) =>
    doEachOnce(
      tx,
      able.map(({ once }) => once),
      idSchema('Order'),
      (fresh) =>
        writePayments(
          tx,
          { settings, products, clock, quoteSigner, lockSeconds },
          fresh.flatMap((place) => able[place] ?? []),
        ),
    ),
  );
  return addressed.map((each) =>
    each instanceof Failure ? failed(each) : (written.shift() ?? failed(new Error('a payment was not written'))),
  );
}

/**
 * An address for each payment that can be paid as far as is known: it is used up for good, whatever happens to the
 * payment.
 */
async function addressesFor(
  {
    database,
    settings,
    products,
    addressSources,
    gate,
  }: Pick<WriteDependencies, 'database' | 'settings' | 'products' | 'addressSources' | 'gate'>,
  items: readonly ReadyPayment[],
): Promise<(AddressedPayment | Failure)[]> {
  const refusals = await database.transaction(async (tx) =>
    refusePayees(tx, { policy: await settings.within(tx), products }, items),
  );
  const able = items.filter((_, place) => !(refusals[place] instanceof Failure));
  const addresses = new Map<ReadyPayment, AddressId>();
  for (const network of new Set(able.map(({ asset }) => asset.network))) {
    const here = able.filter(({ asset }) => asset.network === network);
    const take = { use: 'payment', count: here.length } as const;
    for (const [place, id] of (await takeAddresses({ addressSources, gate }, network, take)).entries()) {
      const item = here[place];
      if (item !== undefined) addresses.set(item, id);
    }
  }
  return items.map((item, place) => {
    const refusal = refusals[place];
    if (refusal instanceof Failure) return refusal;
    const addressId = addresses.get(item);
    return addressId === undefined ? noAddressLeft(item.asset.network) : { ...item, addressId };
  });
}

async function writePayments(
  tx: Transaction,
  {
    settings,
    products,
    clock,
    quoteSigner,
    lockSeconds,
  }: Pick<WriteDependencies, 'settings' | 'products' | 'clock' | 'quoteSigner' | 'lockSeconds'>,
  items: readonly AddressedPayment[],
): Promise<Outcome[]> {
  // Before the rest: transactions that lock rates run one after the other.
  await enterExposure(tx);
  const policy = await settings.within(tx);
  const payees = await refusePayees(tx, { policy, products }, items);
  const now = clock.now();
  const noRoom = await lockRates(
    tx,
    payees.map((payee) => (payee instanceof Failure ? null : { ...payee, isCovered: false })),
    { limits: exposureOfPayments(policy.exposure), now },
  );
  const openUntil = new Date(now.getTime() + lockSeconds * 1000);
  const opened = items.flatMap((item, place) => {
    const payee = payees[place];
    if (payee === undefined || payee instanceof Failure) return [];
    const { asset, amount, offer } = item;
    const isHeld = noRoom[place] === null;
    const orderId = newId<OrderId>();
    const terms = { orderId, heldQuoteId: null, reason: 'order', asset, amount, offer, madeAt: now } as const;
    return [{ item, payee, isHeld, orderId, quote: drawUpQuote({ ...terms, expiresAt: isHeld ? openUntil : now }) }];
  });
  await giveAddresses(
    tx,
    opened.map(({ item: { addressId, link, asset } }) => {
      return { id: addressId, userId: link.userId, paymentAsset: asset.code };
    }),
  );
  await insertOrders(
    tx,
    opened.map(
      ({ item: { link, asset, amount, addressId }, payee: { context, bankAccount, nairaKobo }, orderId, quote }) => ({
        id: orderId,
        userId: link.userId,
        place: { addressId, paymentLinkId: link.id },
        asset,
        amount,
        quote,
        idempotencyKey: null,
        ...judgeNew({ kind: 'payment', context, nairaKobo, now }, policy),
        bankAccount,
      }),
    ),
  );
  await insertPayments(
    tx,
    opened.map(({ item: { link, asked, reference, metadata, customValues }, orderId }) => {
      const { name, purpose } = link;
      return { orderId, name, purpose, asked, openUntil, reference, metadata, customValues };
    }),
  );
  await insertOrderQuotes(
    tx,
    quoteSigner,
    opened.map(({ quote }) => quote),
  );
  await insertOrderEvents(
    tx,
    opened.map(({ item: { amount, asset }, payee: { nairaKobo }, isHeld, orderId }) => {
      const held = isHeld ? 'the rate held' : 'at the rate of the moment in which the coins are final';
      const text = `Payment opened: ${describeCoins(amount, asset.code)} for ${formatNaira(nairaKobo)}, ${held}.`;
      return { orderId, type: 'opened', text };
    }),
  );
  await emitMany(
    tx,
    opened.map(({ orderId }) => ({ type: 'payment.opened', payload: { orderId } })),
  );
  const ids = new Map(opened.map(({ item, orderId }) => [item, orderId]));
  return items.map((item, place): Outcome => {
    const value = ids.get(item);
    return value === undefined ? failed(payees[place]) : { ok: true, value };
  });
}

/**
 * The payee of each payment and what they get, or its refusal: 409 if the merchant can't be paid; 422 if the coin is not on
 * offer, or the amount is beyond its terms, the operator's limits or their tier.
 */
export async function refusePayees(
  tx: Transaction,
  { policy, products }: Pick<WriteDependencies, 'products'> & { readonly policy: Settings },
  items: readonly ReadyPayment[],
): Promise<((Payee & { readonly userId: UserId; readonly nairaKobo: Kobo }) | Failure)[]> {
  const { tiers, limits } = policy;
  const terms = await products.within(tx);
  const payees = await loadPayables(
    tx,
    items.map(({ link, asset: { currency, network } }) => ({ userId: link.userId, currency, network })),
  );
  const madeToday = await loadMadeToday(
    tx,
    tiers,
    items.map(({ link }) => link.userId),
  );
  return items.map(({ link: { userId }, asset, amount, offer }, place) => {
    const { nairaKobo } = priceOrder(amount, asset.decimals, offer);
    const refusal = refuseAmount({ amount, nairaKobo }, { product: terms.get(asset.code), limits });
    if (refusal !== null) return atField(refusal.code === 'pair-gone' ? 'network' : 'amount', refusal);
    const payee = payees[place] ?? null;
    if (payee === null) return cannotBePaid();
    const { tier } = payee.context;
    const madeKobo = madeToday.get(userId) ?? toKobo(0n);
    if (refuseTier({ tier, nairaKobo, madeKobo }, tiers) !== null) return atField('amount', moreThanAllowed());
    return { ...payee, userId, nairaKobo };
  });
}
