import { type Evidence, explorerUrl, type OrderId } from '@kobogate/contract';
import { formatRate, formatUnits } from '@kobogate/money';
import { listOrderActions, type OperatorSettings } from '../controls/index.ts';
import type { Database } from '../platform/database.ts';
import {
  describePayer,
  getOrderForAdmin,
  listOrdersOfUser,
  type Market,
  presentQuotes,
  type QuoteSigner,
  viewAllowance,
  whyItWaits,
  withTodaysRates,
} from '../sales/index.ts';
import { ADMIN_WORDS } from './activity.ts';
import { listDebts } from './debts.ts';
import { type ChainProof, findCustomerFacts, findUser, listChainProofs } from './db.ts';

const OTHERS_SHOWN = 5;
const KOBO_DECIMALS = 2;

/** The dependencies of an order's evidence, with the money as the books have it. */
export interface EvidenceDependencies extends Market {
  readonly database: Database;
  readonly settings: OperatorSettings;
  readonly quoteSigner: QuoteSigner;
  readonly traceMoney: (orderId: OrderId) => Promise<Pick<Evidence, 'payouts' | 'ledger'>>;
}

/** Everything that is known about an order. Throws 404 where there is none. */
export async function viewEvidence(dependencies: EvidenceDependencies, orderId: OrderId): Promise<Evidence> {
  const { database } = dependencies;
  const order = await getOrderForAdmin(dependencies, orderId);
  const userId = order.customerId;
  const [today, rates, customer, facts, debts, allowance, recent, payment, chain, quotes, acts, money, reasons] =
    await Promise.all([
      withTodaysRates(dependencies, [order]),
      dependencies.currentRates(),
      findUser(database, userId),
      findCustomerFacts(database, userId),
      listDebts(database, userId),
      viewAllowance(dependencies, userId),
      listOrdersOfUser(database, userId, OTHERS_SHOWN + 1),
      describePayer(database, orderId),
      listChainProofs(database, orderId),
      presentQuotes(dependencies, orderId),
      listOrderActions(database, { id: orderId, userId }),
      dependencies.traceMoney(orderId),
      whyItWaits(dependencies, order),
    ]);
  if (customer === null) throw new Error(`order ${orderId} has no customer`);
  const { account, lastSeenAt, paidOutKobo } = customer;
  const { accountSince, ...orders } = facts;
  const offer = rates.get(`${order.fromCurrency}@${order.network}`);
  const others = recent.filter(({ id }) => id !== orderId).slice(0, OTHERS_SHOWN);
  return {
    order: today[0] ?? order,
    rateNow: offer === undefined ? null : formatRate(offer.rate),
    customer: {
      since: account.createdAt.toISOString(),
      isDisabled: account.disabledAt !== null,
      owes: debts,
      ...allowance,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      nairaPaidOut: formatUnits(paidOutKobo, KOBO_DECIMALS),
      orders,
      accountSince: accountSince?.toISOString() ?? null,
      others: await withTodaysRates(dependencies, others),
    },
    payment,
    reasons,
    chain: chain.map((proof) => presentProof(order.network, proof)),
    quotes,
    decisions: acts
      .filter(({ action }) => action !== 'order-noted')
      .map(({ at, by, action, reason }) => ({ at: at.toISOString(), by, text: ADMIN_WORDS[action], reason })),
    notes: acts
      .filter(({ action }) => action === 'order-noted')
      .map(({ at, by, reason }) => ({ at: at.toISOString(), by, text: reason ?? '' })),
    ...money,
  };
}

const presentProof = (network: string, { seenAt, finalAt, ...proof }: ChainProof): Evidence['chain'][number] => ({
  ...proof,
  explorer: explorerUrl(network, proof.transaction),
  seenAt: seenAt.toISOString(),
  finalAt: finalAt?.toISOString() ?? null,
});
