import { type DepositId, networkNameOf, type OrderId } from '@kobogate/contract';
import { balances, createHeldAccounts, customer, held, type NewTransaction } from '../../ledger/index.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { createStepBatches, eachOrFallOut } from '../../platform/step-batches.ts';
import { noteSpan } from '../../platform/tracing.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { lockTiers } from '../customers/db.ts';
import { describeCoins } from '../orders/describe-order.ts';
import { loadFreePaymentsForUpdate } from '../payments/db.ts';
import type { QuoteSigner } from '../quotes/order-quote.ts';
import { loadCoverFacts } from './cover-order.ts';
import { type ArrivedDeposit, holdWallets, loadArrivals, loadDecided, loadOpenConversionsForUpdate } from './db.ts';
import { reconsiderConfirming } from './expect-deposit.ts';
import { fundConversions, type Funded, type FundingContext, fundPayment } from './fund-orders.ts';
import { createFundingWork, type FundingWork } from './funding-work.ts';
import { type FundedTarget, routeDeposit, type Target } from './route-deposit.ts';

export interface FundingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly currentRates: CurrentRates;
  readonly settings: OperatorSettings;
  readonly quoteSigner: QuoteSigner;
}

interface Item extends Pick<Funded, 'rates'> {
  readonly depositId: DepositId;
}

/**
 * Handles confirmed deposits by their target (`route-deposit.ts`): the coins are held for the orders that they cover, and
 * orders that they do not cover show that. After its rate has ended an order is priced again at the rate of this
 * moment. Once per deposit, however often the event comes. Deposits that are final at the same moment share a
 * transaction, and each is decided against the state that the one before left. Throws 503, to be tried again, where it
 * needs today's rate and there is none.
 */
export function createFunding(dependencies: FundingDependencies): (depositId: DepositId) => Promise<void> {
  const { database, currentRates } = dependencies;
  const submit = createStepBatches<Item, NewTransaction>({
    database,
    accounts: createHeldAccounts(database),
    write: (tx, items, mayPost) => fundDeposits(tx, dependencies, items, mayPost),
    mostAtOnce: 100,
  });
  // Asked before the transaction, which must not wait for it.
  return async (depositId) => submit({ depositId, rates: await currentRates() });
}

/**
 * Decides on the deposits, and answers those that are left out because another transaction holds what they need. Locks
 * in one order: wallets, users, payments, conversions, then links and the ledger's accounts.
 */
async function fundDeposits(
  tx: Transaction,
  dependencies: FundingDependencies,
  items: readonly Item[],
  mayPost: (posting: NewTransaction) => boolean,
): Promise<ReadonlySet<Item>> {
  const routed = await route(tx, items);
  const leftOut = new Set<Item>(routed.filter(({ deposit }) => !mayPost(probe(deposit))).map(({ item }) => item));
  const wanted = routed.filter(({ item }) => !leftOut.has(item));
  if (wanted.length === 0) return leftOut;
  const coins = distinctCoins(wanted.filter(({ target }) => target.kind === 'conversions'));
  await holdWallets(tx, coins);
  // Before the orders, in the same order as disabling the account: an order is checked against its customer's tier.
  const tiers = await lockTiers(tx, [...new Set(wanted.map(({ deposit }) => deposit.userId))]);
  const payments = await loadFreePaymentsForUpdate(tx, [
    ...new Set(wanted.flatMap(({ target }) => (target.kind === 'payment' ? target.orderId : []))),
  ]);
  const conversions = await loadOpenConversionsForUpdate(tx, coins);
  const paid = [...payments.values()].map(({ order }) => order);
  const decided = await loadDecided(
    tx,
    wanted.map(({ deposit }) => deposit.id),
    paid.map(({ id }) => id),
  );
  const free = await balances(
    tx,
    coins.map(({ userId, asset }) => customer(userId, asset)),
  );
  const work = createFundingWork([...paid, ...conversions]);
  const facts = await loadCoverFacts(tx, dependencies.settings, work.orders());
  const counted: FundingContext['counted'] = new Map(decided.counted);
  const shared = { dependencies, work, facts, counted, free };
  const touched: FundedTarget[] = [];
  const found = new Map(wanted.map(({ item, ...each }) => [item, each]));
  await eachOrFallOut(
    [...found].map(([item]) => item),
    async (item) => {
      const { deposit, target } = found.get(item) ?? {};
      if (deposit === undefined || target === undefined) return;
      if (decided.depositIds.has(deposit.id) || work.hasDecided(deposit.id)) return;
      const funded = { rates: item.rates, deposit, tier: tiers.get(deposit.userId) ?? 0 };
      if (target.kind === 'balance') return tellElsewhere(work, deposit, target.orderId);
      const payment = target.kind === 'payment' ? payments.get(target.orderId) : undefined;
      const isHeld = target.kind === 'payment' ? payment === undefined : work.hasReleased(deposit);
      if (isHeld) return void leftOut.add(item);
      if (payment !== undefined) await fundPayment(tx, shared, funded, payment);
      else await fundConversions(tx, shared, funded);
      touched.push(target);
    },
  );
  await reconsiderConfirming(tx, work, touched);
  for (const { deposit } of wanted) noteCoins(deposit, work.decidedFor(deposit.id));
  await work.write(tx);
  return leftOut;
}

/** An order's trace has its coins' way too, which has a trace of its own. */
function noteCoins({ id, seenAt }: ArrivedDeposit, orderId: OrderId | null): void {
  if (orderId !== null) noteSpan('coins: from their block until they count', { of: orderId, after: id }, seenAt);
}

interface Routed {
  readonly item: Item;
  readonly deposit: ArrivedDeposit;
  readonly target: Target;
}

/** Those of the deposits that are final, each with its target. */
async function route(tx: Transaction, items: readonly Item[]): Promise<Routed[]> {
  const arrivals = await loadArrivals(
    tx,
    items.map(({ depositId }) => depositId),
  );
  const routed: Routed[] = [];
  await eachOrFallOut(items, (item) => {
    const deposit = arrivals.get(item.depositId);
    if (deposit?.status === 'confirmed') routed.push({ item, deposit, target: routeDeposit(deposit) });
  });
  return routed;
}

const distinctCoins = (routed: readonly Routed[]): ArrivedDeposit[] => [
  ...new Map(routed.map(({ deposit }) => [`${deposit.userId} ${deposit.asset}`, deposit])).values(),
];

/** All that a deposit can move: between what its owner has free and held. */
const probe = ({ id, userId, asset, amount }: ArrivedDeposit): NewTransaction => ({
  source: 'order-funded',
  sourceId: id,
  description: '',
  transfers: [{ debit: customer(userId, asset), credit: held(userId, asset), amount }],
});

function tellElsewhere(work: FundingWork, { id: depositId, amount, asset }: ArrivedDeposit, orderId: OrderId): void {
  work.decide(depositId, null);
  const network = networkNameOf({ network: asset.slice(asset.indexOf('@') + 1) });
  const text = `${describeCoins(amount, asset)} arrived on ${network}, which was not asked for. It does not count here; it is in the balance, or kept safe where we don’t convert it.`;
  work.say({ orderId, type: 'elsewhere', text });
  work.emit({ type: 'payment.elsewhere', payload: { orderId, depositId } });
}
