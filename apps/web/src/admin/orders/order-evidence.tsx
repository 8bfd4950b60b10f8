import { type Evidence, isolated, railTitle } from '@kobogate/contract';
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { OrderTimeline } from '../../account/conversions/order-timeline.tsx';
import { confirmationText } from '../../account/conversions/order-progress.ts';
import { PAYOUT_WORDS } from '../../account/conversions/order-words.ts';
import { chargeFacts } from '../../account/conversions/price-facts.tsx';
import { REFUND_WORDS } from '../../account/refunds/refund-words.ts';
import { decimalText, nairaOfKobo, rateText } from '../../lib/formats.ts';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { Account } from '../../ui/account.tsx';
import { AddressList } from '../../ui/grouped-address.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Naira, Rate } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Status } from '../../ui/status.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { TIER_NAMES } from '../settings/describe-change.ts';
import { Debts } from '../debts.tsx';
import { EvidenceFiles } from './evidence-files.tsx';
import { ListedSenders } from './listed-senders.tsx';
import type { AdminRow } from './local-decisions.ts';
import { OrderStates } from './order-states.tsx';
import { PayeeName } from './payee-name.tsx';
import { OrderRisks } from './order-risks.tsx';
import { DoubtFacts, FormerPayee } from './seen-order.tsx';
import { countText } from '../count-text.ts';

/** What is known about an order, from what decides it down to the records. Without `evidence`, what the list has. */
export const OrderEvidence = memo(function OrderEvidence({
  row,
  evidence,
  isSample,
}: {
  row: AdminRow;
  evidence: Evidence | undefined;
  isSample: boolean;
}) {
  return (
    <>
      <ListedSenders order={row} />
      <DoubtFacts order={row} />
      {evidence !== undefined && <Debts owes={evidence.customer.owes} />}
      {row.heldReason !== null && (
        <Notice tone="warning" title="Reason for review">
          {row.heldReason}
        </Notice>
      )}
      {evidence !== undefined && evidence.reasons.length > 0 && (
        <Part title={row.status === 'pending' ? 'Why it waits' : 'Signs of risk'}>
          <OrderRisks reasons={evidence.reasons} />
        </Part>
      )}
      <OrderStates order={row} />
      <Part title="Naira goes to">
        <FormerPayee order={row} />
        <FactList facts={payeeFacts(row)} />
      </Part>
      <Part title="Coins">
        <FactList
          facts={[
            {
              label: row.kind === 'payment' ? 'Payment by link of' : 'Converts',
              value: <Coin amount={row.fromAmount} currency={row.fromCurrency} />,
            },
            { label: 'Network', value: row.networkName },
            { label: 'Rate', value: <Rate rate={row.rate} currency={row.fromCurrency} /> },
            ...rateNowFacts(row, evidence),
            {
              label: row.lockEnded ? 'Payout amount at today’s rate' : 'Payout amount',
              value: <Naira amount={row.naira} />,
            },
            ...(evidence === undefined ? [] : priceFactsOf(evidence)),
          ]}
        />
        {evidence?.order.deposits.map((deposit) => (
          <DepositLines key={deposit.transaction} deposit={deposit} evidence={evidence} />
        ))}
      </Part>
      {evidence !== undefined && evidence.payment !== null && (
        <Part title="Payment by link">
          <FactList facts={paymentFacts(evidence.payment)} />
          {evidence.payment.refunds.map((refund) => (
            <BackToPayer key={refund.id} refund={refund} network={row.network} />
          ))}
        </Part>
      )}
      <Part title="Customer">
        <FactList facts={customerFacts(row, evidence, isSample)} />
        {evidence !== undefined && evidence.customer.others.length > 0 && <Others evidence={evidence} />}
      </Part>
      {evidence !== undefined && <Records evidence={evidence} />}
    </>
  );
});

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

const payeeFacts = ({ bankAccount }: AdminRow): Fact[] => [
  { label: 'Bank', value: bankAccount.bankName },
  { label: 'Account number', value: <span className="figures">{bankAccount.accountNumber}</span> },
  { label: 'Account name', value: <bdi>{bankAccount.accountName}</bdi> },
  { label: 'The bank’s answer', value: <PayeeName payee={bankAccount} /> },
];

const paymentFacts = ({ link, purpose, payerEmail, reference, fields }: NonNullable<Evidence['payment']>): Fact[] => [
  { label: 'Link', value: <bdi>{link}</bdi> },
  { label: 'For', value: <bdi>{purpose}</bdi> },
  ...(payerEmail === null ? [] : [{ label: 'Payer’s e-mail', value: payerEmail }]),
  ...(reference === null ? [] : [{ label: 'Reference', value: reference }]),
  ...fields.map(({ label, value }) => ({ label, value: <bdi>{value}</bdi> })),
];

type Back = NonNullable<Evidence['payment']>['refunds'][number];

/** How far coins are on their way back, in words. */
const BACK_WORDS: ReadonlyMap<string, string> = new Map([
  ['offered', 'Offered to the payer, who has given no address yet'],
  ['answered', 'The merchant has yet to confirm the payer’s address'],
  ...Object.entries(REFUND_WORDS).map(([state, { text }]) => [state, text] as const),
]);

function BackToPayer({ refund, network }: { refund: Back; network: string }) {
  const { net, currency, state, address, transaction } = refund;
  return (
    <div className="mt-3 rounded-card bg-sunk p-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span>
          Back to the payer: <Coin amount={net} currency={currency} className="font-semibold" />
        </span>
        {transaction !== null && <TransactionLink network={network} transaction={transaction} />}
      </p>
      <p className="text-ink-soft">{BACK_WORDS.get(state)}</p>
      {address !== null && <AddressList addresses={[address]} />}
    </div>
  );
}

/** The rate of this moment beside the promised one, until the naira has left. */
function rateNowFacts({ payout, lockEnded, fromCurrency }: AdminRow, evidence: Evidence | undefined): Fact[] {
  const rate = evidence?.rateNow ?? null;
  return rate === null || payout !== 'none' || lockEnded
    ? []
    : [{ label: 'Rate now', value: <Rate rate={rate} currency={fromCurrency} /> }];
}

function priceFactsOf({ order: { price, locked, lockExpiresAt } }: Evidence): Fact[] {
  return [
    ...chargeFacts(price),
    { label: 'Rate locked until', value: <Moment at={lockExpiresAt} /> },
    ...(locked === null
      ? []
      : [{ label: 'Promised before', value: `${nairaOfKobo(locked.nairaKobo)} at ${rateText(locked.rate)}` }]),
  ];
}

function DepositLines({ deposit, evidence }: { deposit: Evidence['order']['deposits'][number]; evidence: Evidence }) {
  const { order, chain } = evidence;
  const proof = chain.find(({ transaction }) => transaction === deposit.transaction);
  const from = proof?.senders ?? [];
  return (
    <div className="mt-3 rounded-card bg-sunk p-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <Coin amount={deposit.amount} currency={order.fromCurrency} className="font-semibold" />
        <TransactionLink network={order.network} transaction={deposit.transaction} />
      </p>
      <p className="text-ink-soft">
        {confirmationText(deposit, order.network)}
        {proof !== undefined && <span className="figures"> Block {countText(proof.height)}.</span>}
      </p>
      {from.length > 0 && (
        <div className="mt-1 text-ink-soft">
          From
          <AddressList addresses={from} />
        </div>
      )}
    </div>
  );
}

function customerFacts(row: AdminRow, evidence: Evidence | undefined, isSample: boolean): Fact[] {
  const name = <bdi>{row.customerName}</bdi>;
  const known: Fact[] = [
    {
      label: 'Customer',
      value: isSample ? (
        name
      ) : (
        <Link
          to={`/admin/users/${row.customerId}`}
          className="-my-3 inline-flex min-h-11 items-center text-primary-text underline"
        >
          {name}
        </Link>
      ),
    },
    { label: 'E-mail', value: row.customerEmail },
  ];
  if (evidence === undefined) return known;
  const { since, isDisabled, kycTier, limits, lastSeenAt, nairaPaidOut, orders, accountSince } = evidence.customer;
  return [
    ...known,
    ...(isDisabled ? [{ label: 'Account', value: <Status tone="danger">Disabled</Status> }] : []),
    { label: 'Since', value: <Moment at={since} /> },
    { label: 'Tier', value: TIER_NAMES[kycTier] },
    {
      label: 'Converted in 24 hours',
      value: (
        <span className="figures">
          {nairaOfKobo(limits.madeKobo)}
          {limits.dayKobo === null ? ', no limit' : ` of ${nairaOfKobo(limits.dayKobo)}`}
        </span>
      ),
    },
    { label: 'Orders', value: `${orders.all}, ${orders.paid} paid, ${orders.declined} declined` },
    { label: 'Paid out in all', value: <Naira amount={nairaPaidOut} /> },
    ...(accountSince === null ? [] : [{ label: 'Payout account set', value: <Moment at={accountSince} /> }]),
    ...(lastSeenAt === null ? [] : [{ label: 'Last seen', value: <Moment at={lastSeenAt} /> }]),
  ];
}

function Others({ evidence }: { evidence: Evidence }) {
  return (
    <>
      <h4 className="mt-3 text-sm text-ink-soft">Their other orders</h4>
      <ul className="divide-y divide-hairline text-sm">
        {evidence.customer.others.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link
              to={`/admin/dashboard?tab=orders&order=${order.id}`}
              className="inline-flex min-h-11 items-center text-primary-text underline"
            >
              <Naira amount={order.naira} />
            </Link>
            <span>
              {PAYOUT_WORDS[order.payout].text} · <Moment at={order.date} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Records({ evidence }: { evidence: Evidence }) {
  const { order, decisions, payouts, ledger } = evidence;
  return (
    <>
      {decisions.length > 0 && (
        <Part title="Decisions">
          <ul className="grid gap-2 text-sm">
            {decisions.map(({ at, by, text, reason }) => (
              <li key={`${at} ${text}`}>
                <p>
                  {isolated(by)}: {text}
                </p>
                {reason !== null && <p className="wrap-anywhere">Reason: {reason}</p>}
                <p className="text-ink-soft">
                  <Moment at={at} />
                </p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={payouts.length > 1 ? 'Payouts' : 'Payout'}>
        {payouts.length === 0 && <p className="text-sm text-ink-soft">None was made yet.</p>}
        {payouts.map((payout) => (
          <FactList key={payout.attempt} facts={payoutFacts(payout)} />
        ))}
      </Part>
      <Part title="Timeline">
        <OrderTimeline order={order} />
      </Part>
      {ledger.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">Ledger entries ({ledger.length})</summary>
          <ul className="divide-y divide-hairline text-sm">
            {ledger.map((entry) => (
              <li key={`${entry.source} ${entry.debit} ${entry.credit} ${entry.at}`} className="py-2">
                <p className="flex flex-wrap justify-between gap-x-4">
                  <span>{entry.text}</span>
                  <span className="figures">
                    {decimalText(entry.amount)} {entry.asset}
                  </span>
                </p>
                <p className="text-ink-soft">
                  Debit {entry.debit}, credit {entry.credit} · <Moment at={entry.at} />
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Part title="Evidence pack">
        <EvidenceFiles evidence={evidence} />
      </Part>
    </>
  );
}

const payoutFacts = ({
  attempt,
  rail,
  reference,
  amountKobo,
  payee,
  status,
  sessionId,
  failureReason,
  sentAt,
  settledAt,
}: Evidence['payouts'][number]): Fact[] => [
  { label: `Payout ${attempt}`, value: <Status tone={PAYOUT_WORDS[status].tone}>{PAYOUT_WORDS[status].text}</Status> },
  { label: 'Rail', value: railTitle(rail) },
  { label: 'Naira', value: <span className="figures">{nairaOfKobo(amountKobo)}</span> },
  ...(payee.accountNumber === '' ? [] : [{ label: 'To', value: <Account of={payee} /> }]),
  { label: 'Reference', value: <code className="font-mono text-sm">{reference}</code> },
  ...(sessionId === null
    ? []
    : [{ label: 'Bank session', value: <code className="font-mono text-sm">{sessionId}</code> }]),
  ...(failureReason === null ? [] : [{ label: 'Why it failed', value: failureReason }]),
  ...(sentAt === null ? [] : [{ label: 'Sent', value: <Moment at={sentAt} /> }]),
  ...(settledAt === null ? [] : [{ label: 'Ended', value: <Moment at={settledAt} /> }]),
];
