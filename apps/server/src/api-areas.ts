import { type Endpoint, endpoints } from '@kobogate/contract';
import type { ApiArea } from './platform/openapi.ts';
import type { SchemaNames } from './platform/openapi-schemas.ts';

/** Each group of the contract as a heading of the API's description. */
export const HEADINGS: Readonly<Record<keyof typeof endpoints, readonly [name: string, description: string]>> = {
  accounts: ['Accounts', 'Sign up, sign in, reset a password, and the signed-in user.'],
  admin: ['Administration', 'Open work, networks, and the proof of the ledger.'],
  adminOrders: ['Review', 'Orders as administrators see and decide them.'],
  adminUsers: ['Users', 'Customers as administrators see them.'],
  apiKeys: ['API keys', 'Keys for programs, which their owner makes in the account.'],
  audit: ['Record of acts', 'What administrators did, as a chain that can be verified.'],
  bankAccounts: ['Bank account', 'Where naira is paid out to.'],
  closing: ['Closing', 'Closing an account, and which of its data is erased when.'],
  dashboard: ['Dashboard', 'The signed-in user’s figures.'],
  debts: ['Debts', 'Coins that customers owe after a chain took them back, and settling them.'],
  evidence: ['Evidence', 'Everything that is known about an order, in one answer.'],
  foundPayments: ['Found payments', 'Transfers that a bank has and restored books do not know.'],
  images: ['Pictures', 'Pictures of payment links.'],
  lostFactor: ['Lost second factor', 'Requesting its removal, and stopping the request.'],
  notes: ['Notes', 'What the team writes about orders and users, for itself.'],
  notifications: ['Notifications', 'Messages to the signed-in user, and by which ways each is sent.'],
  orders: ['Conversions', 'Quotes and orders: coins of a wallet against naira.'],
  payees: ['Payees', 'Where the naira of an order goes after its payout did not go through.'],
  payerWallets: ['Payers’ wallets', 'What a wallet needs to pay a payment on Solana.'],
  paymentLinks: ['Payment links', 'Who asks for what, in which coins, and until when.'],
  payments: ['Payments', 'Each has an address of its own, an amount of coins and a rate.'],
  payouts: ['Payouts', 'Rails, and payouts that wait for a person.'],
  personalData: ['Personal data', 'Everything that is kept about a person, as one archive.'],
  products: ['Products', 'The terms of each coin and network.'],
  rates: ['Rates', 'Naira for each coin.'],
  receipts: ['Receipts', 'The record of an order that is paid.'],
  reconciliations: ['Reconciliation', 'The books compared with chains and banks, day by day.'],
  recovery: ['Recovery', 'The fence after a restore, and what lifts it.'],
  refundAddresses: ['Refund addresses', 'Where coins go back to.'],
  refundOffers: ['Refund offers', 'Coins of a payment that its merchant gives back.'],
  refunds: ['Refunds', 'Coins on their way back to a customer.'],
  reports: ['Reports', 'Figures of the operator’s business.'],
  sanctions: ['Sanctions', 'Addresses from which nothing is paid.'],
  sessions: ['Sessions', 'Where the signed-in user is signed in.'],
  signInProviders: ['Sign-in providers', 'Signing in by Google and Apple, and linking them to an account.'],
  settings: ['Settings', 'What administrators decide while the product runs.'],
  statements: ['Statements', 'The signed-in user’s account over some time.'],
  suspense: ['Suspense', 'Coins whose owner is not known.'],
  system: ['System', 'Whether this program runs and is ready.'],
  team: ['Team', 'Who works here, and with which role.'],
  treasury: ['Treasury', 'Plans that move coins to the treasury and pay refunds, signed offline.'],
  twoFactor: ['Second factor', 'Passkeys, codes and recovery codes.'],
  wallets: ['Wallets', 'A customer’s addresses and balances.'],
  webhooks: ['Webhooks', 'Where events are sent to, and with which result.'],
};

/** Every endpoint of the contract, by the heading that it is described under. */
export const API_AREAS: readonly ApiArea[] = Object.entries(endpoints).map(([group, calls]) => {
  const heading = Object.entries(HEADINGS).find(([name]) => name === group);
  const [name, description] = heading?.[1] ?? [group, ''];
  return { name, description, endpoints: Object.values<Endpoint>(calls) };
});

const dataOf = (endpoint: { readonly answer: { readonly shape: { readonly data: Endpoint['answer'] } } }) =>
  endpoint.answer.shape.data;
/** What a list has in it. */
const itemOf = ({
  answer,
}: {
  readonly answer: { readonly shape: { readonly data: { readonly def: { readonly element: Endpoint['answer'] } } } };
}) => answer.shape.data.def.element;

const {
  accounts,
  adminOrders,
  adminUsers,
  apiKeys,
  audit,
  bankAccounts,
  dashboard,
  evidence,
  images,
  notifications,
  orders,
  paymentLinks,
  payments,
  products,
  rates,
  receipts,
  reconciliations,
  recovery,
  refundAddresses,
  refunds,
  reports,
  sessions,
  statements,
  suspense,
  twoFactor,
  wallets,
  webhooks,
} = endpoints;

/** The names of what answers hold. A payment has two: as its merchant sees it, and as its payer does. */
export const SCHEMA_NAMES: SchemaNames = new Map<Endpoint['answer'], string>([
  [itemOf(paymentLinks.list), 'PaymentLink'],
  [paymentLinks.getPublic.answer.shape.data.def.innerType, 'PublicPaymentLink'],
  [paymentLinks.list.answer.shape.totals, 'PaymentLinkTotals'],
  [paymentLinks.create.body, 'NewPaymentLink'],
  [itemOf(paymentLinks.listCoins), 'Coin'],
  [dataOf(images.upload), 'Picture'],
  [dataOf(payments.get), 'Payment'],
  [dataOf(payments.getPublic), 'PublicPayment'],
  [payments.getPublic.answer.shape.data.shape.deposits.def.element, 'PaymentDeposit'],
  [payments.getPublic.answer.shape.data.shape.refunds.def.innerType.def.element, 'PaymentRefund'],
  [dataOf(payments.totals), 'PaymentTotals'],
  [payments.create.body, 'NewPayment'],
  [dataOf(payments.overview), 'PaymentOverview'],
  [itemOf(payments.references), 'SettledReference'],
  [itemOf(webhooks.list), 'WebhookEndpoint'],
  [dataOf(webhooks.create), 'NewWebhookEndpoint'],
  [dataOf(webhooks.listen), 'WebhookListener'],
  [itemOf(webhooks.listDeliveries), 'WebhookDelivery'],
  [dataOf(webhooks.getDelivery), 'WebhookDeliveryDetail'],
  [itemOf(webhooks.listEvents), 'WebhookEvent'],
  [dataOf(accounts.getUser), 'User'],
  [dataOf(adminOrders.get), 'ReviewedOrder'],
  [itemOf(adminUsers.list), 'UserRow'],
  [dataOf(adminUsers.get), 'UserDetail'],
  [itemOf(apiKeys.list), 'ApiKey'],
  [itemOf(audit.list), 'Act'],
  [dataOf(bankAccounts.save), 'BankAccount'],
  [dataOf(dashboard.read), 'Dashboard'],
  [dataOf(evidence.read), 'Evidence'],
  [itemOf(notifications.list), 'Notification'],
  [dataOf(orders.quote), 'Quote'],
  [itemOf(orders.listConversions), 'Order'],
  [dataOf(orders.getConversion), 'OrderDetail'],
  [dataOf(products.save), 'Product'],
  [dataOf(rates.history), 'RateHistory'],
  [dataOf(receipts.read), 'Receipt'],
  [itemOf(reconciliations.list), 'ReconciliationSummary'],
  [dataOf(reconciliations.read), 'Reconciliation'],
  [dataOf(recovery.read), 'Recovery'],
  [itemOf(refundAddresses.list), 'RefundAddress'],
  [itemOf(refunds.listForAdmin), 'RefundToReview'],
  [dataOf(reports.read), 'Report'],
  [itemOf(sessions.list), 'Session'],
  [dataOf(statements.read), 'Statement'],
  [itemOf(suspense.list), 'SuspenseItem'],
  [dataOf(twoFactor.get), 'SecondFactor'],
  [itemOf(wallets.list), 'Wallet'],
]);
