import { endpoints, type MerchantPayment } from '@kobogate/contract';
import { useParams } from 'react-router';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Coin, Rate } from '../../ui/money.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Timeline, type TimelineStep } from '../../ui/timeline.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { AnotherAccount } from '../../account/bank-accounts/another-account.tsx';
import { PAYMENT_STATE_WORDS } from './link-words.ts';
import { paymentEvents } from './payment-events.ts';
import { PaymentRefunds } from './payment-refunds.tsx';
import { SettlePayment } from './settle-payment.tsx';

/** One payment by a link, as its merchant sees it: kept fresh while it happens. */
export function Component() {
  const { id = '', paymentId = '' } = useParams();
  const answer = useCall(endpoints.payments.get, { params: { id: paymentId } });
  const payment = answer.data?.data;
  return (
    <>
      <PageTitle>Payment</PageTitle>
      <BackLink to={`/account/payment-link/${id}`}>Payment link</BackLink>
      {answer.isPending && (
        <>
          <h1 className="sr-only">Payment</h1>
          <SkeletonRows label="Loading the payment" rows={3} className="h-40" />
        </>
      )}
      {payment === undefined && answer.isError && (
        <NotLoaded
          title="Payment"
          answer={answer}
          fallback="The payment could not be loaded."
          others={{ to: '/account/payment-link', label: 'Open the links' }}
        >
          Your money is safe where it is.
        </NotLoaded>
      )}
      {payment !== undefined && <Whole payment={payment} />}
    </>
  );
}

function Whole({ payment }: { payment: MerchantPayment }) {
  const { amount, currency, networkName, state, summary, payout, orderId, pageUrl } = payment;
  return (
    <>
      <header className="mb-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="headline min-w-0 text-3xl wrap-anywhere sm:text-4xl">
            <Coin amount={amount} currency={currency} /> on {networkName}
          </h1>
          <Status tone={PAYMENT_STATE_WORDS[state].tone}>{PAYMENT_STATE_WORDS[state].text}</Status>
        </div>
        <p className="mt-3 max-w-2xl text-ink-soft">{summary}</p>
        <div className="mt-5 flex flex-wrap gap-2">
          {payout === 'paid' && (
            <ButtonLink variant="secondary" to={`/account/receipts/${orderId}`}>
              Receipt
            </ButtonLink>
          )}
          {state === 'underpaid' && <SettlePayment payment={payment} />}
          <ButtonAnchor variant="secondary" href={pageUrl} target="_blank" rel="noreferrer">
            Payer’s page
            <span className="sr-only"> (opens in a new tab)</span>
          </ButtonAnchor>
        </div>
      </header>
      {/* What the merchant may have to do comes first: on a phone it would be two screens down. */}
      <AnotherAccount order={{ id: orderId, payout }} className="mb-4" />
      <PaymentRefunds payment={payment} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <CardHeading title="Terms" />
          <FactList facts={factsOf(payment)} />
        </Card>
        <Card>
          <CardHeading title="What happened" />
          <Timeline label="Timeline of the payment" steps={stepsOf(payment)} />
        </Card>
      </div>
    </>
  );
}

const stepsOf = (payment: MerchantPayment): TimelineStep[] =>
  paymentEvents(payment).map(({ id, text, state, at }) => ({ id, text, state, time: <Moment at={at} /> }));

function factsOf(payment: MerchantPayment): Fact[] {
  const { id, currency, nairaKobo, rate, feeKobo, vatKobo, received, missing, excess, reference, payerEmail } = payment;
  const { address, deposits } = payment;
  const coins = (amount: string) => <Coin amount={amount} currency={currency} />;
  return [
    { label: 'You are paid', value: <span className="figures">{nairaOfKobo(nairaKobo)}</span> },
    { label: 'Rate', value: <Rate rate={rate} currency={currency} /> },
    { label: 'Fee, part of the rate', value: nairaOfKobo(feeKobo) },
    { label: 'VAT on the fee', value: nairaOfKobo(vatKobo) },
    { label: 'Received', value: coins(received) },
    ...(missing === '0' ? [] : [{ label: 'Missing', value: coins(missing) }]),
    ...(excess === '0' ? [] : [{ label: 'Excess, in your balance', value: coins(excess) }]),
    { label: 'Address', value: <GroupedAddress address={address} /> },
    // What the payer's page and receipt call it by.
    { label: 'Payment number', value: <code className="font-mono text-sm">{id}</code> },
    ...(reference === null ? [] : [{ label: 'Your reference', value: reference }]),
    ...payment.customValues.map(({ label, value }) => ({ label: `From the payer: ${label}`, value })),
    ...(payerEmail === null ? [] : [{ label: 'Receipt mailed to', value: payerEmail }]),
    ...deposits.map(({ transaction, network, amount, currency: coin }) => ({
      label: `Transaction of ${amount} ${coin}`,
      value: <TransactionLink network={network} transaction={transaction} />,
    })),
  ];
}
