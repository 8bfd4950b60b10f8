import {
  describeBadAmount,
  type NetworkAsset,
  NETWORKS,
  priceOrder,
  type Settings,
  type QuoteId,
  type UserId,
  type OrderId,
} from '@kobogate/contract';
import { formatNaira, parseAmount, toKobo } from '@kobogate/money';
import { balances, customer } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { conflict, Failure, ruleBroken } from '../../platform/errors.ts';
import { createGroup, type GroupOutcome } from '../../platform/group.ts';
import { isId, newId } from '../../platform/identifiers.ts';
import { noteMade } from '../../platform/tracing.ts';
import { type CurrentRates, noRate, type OfferedProducts, refuseConversion, requirePair } from '../../pricing/index.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import { insertOrderEvents, insertOrders, loadOrdersByKey, type NewOrder, saveOrder } from './db.ts';
import {
  countOpenOrders,
  enterExposure,
  keepWallets,
  loadMadeToday,
  loadOrderContexts,
  type OrderContext,
} from '../customers/db.ts';
import { withinTiers } from '../customers/tier-limits.ts';
import { describeCoins } from './describe-order.ts';
import { emitMany } from '../../events.ts';
import { DecidedSince } from '../funding/db.ts';
import { payableEvents, trySetAside } from '../funding/funding-work.ts';
import type { Exposing } from '../customers/exposure.ts';
import { limitOpenOrders } from '../customers/open-orders.ts';
import { lockRates } from '../customers/lock-rates.ts';
import type { Order } from './order.ts';
import { judgeNew } from '../risk/describe-risks.ts';
import { insertOrderQuotes } from '../quotes/db.ts';
import { drawUpQuote, type Offer, type OrderQuote, type QuoteSigner } from '../quotes/order-quote.ts';

export interface CreateOrderDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  readonly settings: OperatorSettings;
  readonly products: OfferedProducts;
  readonly quoteSigner: QuoteSigner;
  readonly lockSeconds: number;
  /** How many conversions of one customer may wait for coins at a time; 20 by default. */
  readonly mostOpenOrders?: number;
}

/** More than a customer converts at a time, and few enough for a list of orders to hold all of them. */
const MOST_OPEN_ORDERS = 20;

export interface CreateOrderInput {
  readonly userId: UserId;
  readonly fromCurrency: string;
  readonly fromAmount: string;
  readonly network: string;
  readonly quoteId: QuoteId | undefined;
  readonly idempotencyKey: string | undefined;
}

/** An input that has passed every check without the database. */
interface ReadyOrder {
  readonly input: CreateOrderInput;
  readonly asset: NetworkAsset;
  readonly amount: bigint;
  readonly currentOffer: Offer | undefined;
}

/** A created order, with the data for its presentation. */
export interface CreatedOrder {
  readonly order: Order;
  readonly depositAddress: string;
  /** The customer's free coins of the order's asset after it, in smallest units. */
  readonly freeBalance: bigint;
}

export type CreateOrder = (input: CreateOrderInput) => Promise<CreatedOrder>;

/** The most orders in a transaction: enough to fill a flush to disk, few enough to answer soon. */
const ORDERS_A_BATCH = 200;

/**
 * Makes an order at a locked rate: the quote's where one is named and still holds, else today's. Coins in the balance
 * fund it at once. Simultaneous orders share one transaction; each fails alone. A repeated idempotency key answers with
 * the first order, and is refused for another amount or pair. Throws 422 for a broken rule, 409 for an ended quote, 503
 * without a rate.
 */
export function createOrderCreation(dependencies: CreateOrderDependencies): CreateOrder {
  const group = createGroup<ReadyOrder, CreatedOrder>({
    maxItems: ORDERS_A_BATCH,
    run: (items) => dependencies.database.transaction((tx) => createOrders(tx, dependencies, items)),
  });
  return async (input) => {
    const rates = await dependencies.currentRates();
    const ready = readInput(input);
    return group.submit({ ...ready, currentOffer: rates.get(ready.asset.code) });
  };
}

function readInput(input: CreateOrderInput): Omit<ReadyOrder, 'currentOffer'> {
  const { fromCurrency, network, fromAmount, quoteId } = input;
  if (fromCurrency === '') throw ruleBroken('Please select a coin.');
  if (network === '') throw ruleBroken('Please select a network.');
  const asset = requirePair(fromCurrency, network);
  const amount = parseAmount(fromAmount, asset.decimals);
  if (!amount.ok) {
    const where = `${asset.currency} on ${NETWORKS[asset.network].name}`;
    throw ruleBroken(describeBadAmount(fromAmount, amount.reason, { ...asset, where }));
  }
  if (amount.value === 0n) throw ruleBroken('Please enter an amount greater than 0.');
  if (quoteId !== undefined && !isId(quoteId)) throw unknownQuote();
  return { input, asset, amount: amount.value };
}

const unknownQuote = () => ruleBroken('We do not know this quote. Please look at the rate again.');

async function createOrders(
  tx: Transaction,
  dependencies: CreateOrderDependencies,
  items: readonly ReadyOrder[],
): Promise<GroupOutcome<CreatedOrder>[]> {
  const inputs = items.map(({ input }) => input);
  // From here on no other process makes orders: each sees those before it in its customer's history.
  await enterExposure(tx);
  const contexts = await loadOrderContexts(tx, inputs);
  // And no deposit is assigned to orders of these wallets: either this sees the coins, or the deposit sees the orders.
  await keepWallets(
    tx,
    contexts.flatMap(({ walletId }) => walletId ?? []),
  );
  const known = await loadOrdersByKey(tx, inputs);
  const free = await balances(
    tx,
    items.map(({ input, asset }) => customer(input.userId, asset.code)),
  );
  const settings = await dependencies.settings.within(tx);
  const products = await dependencies.products.within(tx);
  const madeToday = await loadMadeToday(
    tx,
    settings.tiers,
    inputs.map(({ userId }) => userId),
  );
  const madeHere = new Map<UserId, number>();
  const asked = items.map((item, index) => {
    const { userId } = item.input;
    const earlier = madeHere.get(userId) ?? 0;
    const context = contexts[index] && withEarlier(contexts[index], earlier);
    const product = products.get(item.asset.code);
    const refusal = product === undefined ? null : refuseConversion(product, item.amount);
    const order = refusal ?? decideNewOrder(item, context, settings, dependencies);
    const isMade = (known[index] ?? null) !== null;
    if (!isMade && !(order instanceof Failure)) madeHere.set(userId, earlier + 1);
    return { order, tier: context?.tier ?? 0, isMade };
  });
  // First each by itself: an order that a tier refuses must not use up the room for others' rates.
  const alone = asked.flatMap((each) => withinTiers([each], settings.tiers, madeToday));
  const now = dependencies.clock.now();
  const exposing = exposingOf(alone, known, free);
  const userIds = exposing.flatMap((order) => (order === null || order.isCovered ? [] : [order.userId]));
  const openBefore = userIds.length === 0 ? new Map() : await countOpenOrders(tx, userIds, now);
  const crowded = limitOpenOrders(exposing, openBefore, dependencies.mostOpenOrders ?? MOST_OPEN_ORDERS);
  const allowed = exposing.map((order, index) => ((crowded[index] ?? null) === null ? order : null));
  const locking = await lockRates(tx, allowed, { limits: settings.exposure, now });
  const refusals = locking.map((refusal, index) => crowded[index] ?? refusal);
  // Then together: only orders with a locked rate count towards their customer's day.
  const locked = asked.map(({ order, tier, isMade }, index) => ({
    order: refusals[index] ?? alone[index] ?? order,
    tier,
    isMade,
  }));
  const decided = withinTiers(locked, settings.tiers, madeToday);
  const created = await insertOrders(
    tx,
    decided.flatMap((order) => (order instanceof Failure ? [] : [order])),
  );
  await insertOrderQuotes(tx, dependencies.quoteSigner, quotesOf(created, decided));
  await tellCreated(tx, created);
  const byId = new Map((await fundFromBalances(tx, created, free)).map((order) => [order.id, order]));
  // Calls of this batch with the same key: no other transaction makes orders.
  const madeByKey = new Map(
    decided.flatMap((order) => {
      if (order instanceof Failure || order.idempotencyKey === null) return [];
      const made = byId.get(order.id);
      return made === undefined ? [] : [[keyOf(order), made] as const];
    }),
  );

  return items.map((item, index): GroupOutcome<CreatedOrder> => {
    const failure = decided[index];
    const own = failure === undefined || failure instanceof Failure ? undefined : byId.get(failure.id);
    // A repeated key is answered from the first order, whatever has happened to quote, rate or wallet since.
    const order = own ?? known[index] ?? madeByKey.get(keyOf(item.input)) ?? null;
    if (order === null) {
      return {
        ok: false,
        error: failure instanceof Failure ? failure : new Error('an order vanished while it was made'),
      };
    }
    if (order.asset !== item.asset.code || order.amount !== item.amount) {
      return {
        ok: false,
        error: conflict('This Idempotency-Key was used for another conversion. Please use a new one.'),
      };
    }
    const depositAddress = contexts[index]?.depositAddress ?? '';
    return { ok: true, value: { order, depositAddress, freeBalance: free.get(accountOf(order).code) ?? 0n } };
  });
}

/**
 * The exposure that each order adds; null for a refused one, or a repeat of its key. The balances are used up in the
 * order in which they are assigned later. Pure.
 */
function exposingOf(
  asked: readonly (NewOrder | Failure)[],
  known: readonly (Order | null)[],
  balancesBefore: ReadonlyMap<string, bigint>,
): (Exposing | null)[] {
  const free = new Map(balancesBefore);
  return asked.map((order, index) => {
    if (order instanceof Failure || (known[index] ?? null) !== null) return null;
    const { userId, asset, amount, quote } = order;
    const { code } = customer(userId, asset.code);
    const available = free.get(code) ?? 0n;
    const isCovered = available >= amount;
    if (isCovered) free.set(code, available - amount);
    return { userId, nairaKobo: quote.nairaKobo, isCovered };
  });
}

/** A context in which its customer has just made so many other orders. Pure. */
const withEarlier = (context: OrderContext, orders: number): OrderContext => ({
  ...context,
  history: { ...context.history, ordersToday: context.history.ordersToday + orders },
});

/** The order that an input becomes, or why not. Pure but for the new id. */
function decideNewOrder(
  { input, asset, amount, currentOffer }: ReadyOrder,
  context: OrderContext | undefined,
  settings: Settings,
  { clock, lockSeconds }: CreateOrderDependencies,
): NewOrder | Failure {
  const { limits } = settings;
  const now = clock.now();
  const [minimumKobo, maximumKobo] = [toKobo(limits.minimumKobo), toKobo(limits.maximumKobo)];
  const network = NETWORKS[asset.network].name;
  if (context === undefined || context.walletId === null) {
    return ruleBroken(`You have no ${asset.currency} wallet on ${network} yet. Please make one first.`);
  }
  if (context.bankAccount === null) return ruleBroken('Please set your payout account before you convert.');
  if (input.quoteId !== undefined) {
    const { quote } = context;
    if (quote?.currency !== asset.currency || quote.network !== asset.network) return unknownQuote();
    if (quote.expiresAt <= now) {
      return conflict('This rate has ended. Please look at the current rate and convert again.');
    }
  }
  const offer = context.quote ?? currentOffer;
  if (offer === undefined) return noRate(asset.currency);
  const { nairaKobo } = priceOrder(amount, asset.decimals, offer);
  if (nairaKobo < minimumKobo) {
    return ruleBroken(`The smallest conversion is ${formatNaira(minimumKobo)}; this one is ${formatNaira(nairaKobo)}.`);
  }
  if (nairaKobo > maximumKobo) {
    return ruleBroken(`The largest conversion is ${formatNaira(maximumKobo)}; this one is ${formatNaira(nairaKobo)}.`);
  }
  const id = newId<OrderId>();
  noteMade(id);
  return {
    id,
    userId: input.userId,
    place: { walletId: context.walletId },
    asset,
    amount,
    quote: drawUpQuote({
      orderId: id,
      heldQuoteId: context.quote?.id ?? null,
      reason: 'order',
      asset,
      amount,
      offer,
      madeAt: now,
      expiresAt: new Date(now.getTime() + lockSeconds * 1000),
    }),
    idempotencyKey: input.idempotencyKey ?? null,
    // An account whose name the bank did not confirm always needs an administrator.
    ...judgeNew({ kind: 'conversion', context, nairaKobo, now }, settings),
    bankAccount: context.bankAccount,
  };
}

/** The same for a call and the order that was made with its key. Pure. */
const keyOf = ({ userId, idempotencyKey }: Pick<NewOrder, 'userId'> & { idempotencyKey?: string | null | undefined }) =>
  `${userId} ${idempotencyKey ?? ''}`;

/** The quotes of the orders that were really created. */
function quotesOf(created: readonly Order[], decided: readonly (NewOrder | Failure)[]): OrderQuote[] {
  const made = new Set(created.map(({ id }) => id));
  return decided.flatMap((order) => (order instanceof Failure || !made.has(order.id) ? [] : [order.quote]));
}

async function tellCreated(tx: Transaction, created: readonly Order[]): Promise<void> {
  if (created.length === 0) return;
  await insertOrderEvents(
    tx,
    created.map((order) => ({
      orderId: order.id,
      type: 'created',
      text: `Order made: ${describeCoins(order.amount, order.asset)} for ${formatNaira(order.nairaKobo)}, the rate locked.`,
    })),
  );
}

const accountOf = ({ userId, asset }: Order) => customer(userId, asset);

/** The new orders, those that the balances cover funded; `free` is the rest of the balances after it. */
async function fundFromBalances(
  tx: Transaction,
  created: readonly Order[],
  free: Map<string, bigint>,
): Promise<Order[]> {
  const orders: Order[] = [];
  for (const order of created) {
    const { code } = accountOf(order);
    const available = free.get(code) ?? 0n;
    if (available >= order.amount) {
      orders.push(await fundFromBalance(tx, order));
      free.set(code, available - order.amount);
    } else orders.push(order);
  }
  return orders;
}

/** Holds coins of the customer's balance for an order. */
async function fundFromBalance(tx: Transaction, order: Order): Promise<Order> {
  // An order that the balance covers may lock a rate beyond the limits: it can't be left to wait for its coins.
  if (!(await trySetAside(tx, order))) throw new DecidedSince('the coins of an order have just been spent');
  const saved = await saveOrder(tx, { ...order, funding: 'funded' });
  const text = `${describeCoins(order.amount, order.asset)} set aside from the balance.`;
  await insertOrderEvents(tx, [{ orderId: order.id, type: 'funded', text }]);
  await emitMany(tx, payableEvents(saved));
  return saved;
}
