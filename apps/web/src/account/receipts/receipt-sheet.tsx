import type { Receipt } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { dateTimeText, nairaOfKobo } from '../../lib/formats.ts';
import { Card } from '../../ui/card.tsx';
import { type Fact, FactList } from '../../ui/facts.tsx';
import { LongWords } from '../../ui/long-words.tsx';
import { Coin } from '../../ui/money.tsx';
import { Status } from '../../ui/status.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { priceFacts } from '../conversions/price-facts.tsx';

/** What was converted, charged and paid, on one sheet. */
export function ReceiptSheet({ receipt }: { receipt: Receipt }) {
  const { company, fromAmount, fromCurrency, isDeclined, isPaid, locked, networkName, orderId, price, summary } =
    receipt;
  return (
    <Card aria-label="Receipt" className="sm:p-10 print:border-0 print:p-0 print:shadow-none">
      <header className="border-b border-hairline pb-6">
        <p className="flex flex-wrap justify-between gap-x-6 text-[15px]">
          <span className="font-semibold">{company.name}</span>
          <bdi className="text-ink-soft">{receipt.customerName}</bdi>
        </p>
        <p className="mt-8 text-ink-soft">{isPaid ? 'Receipt' : 'Statement of a conversion, not a proof of payment'}</p>
        <h1 className="headline figures mt-1 text-3xl wrap-anywhere sm:text-4xl">
          <span className="sr-only">Receipt: </span>
          {nairaOfKobo(price.nairaKobo)}
        </h1>
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Status tone={isPaid ? 'success' : isDeclined ? 'danger' : 'waiting'}>
            {isPaid ? 'Paid' : isDeclined ? 'Declined' : 'Not paid yet'}
          </Status>
          <span className="wrap-anywhere">{summary}</span>
        </p>
      </header>
      <Part title="Amounts">
        <FactList
          facts={[
            {
              label: 'Coins',
              value: (
                <>
                  <Coin amount={fromAmount} currency={fromCurrency} /> on {networkName}
                </>
              ),
            },
            ...priceFacts({ price, locked, currency: fromCurrency, isPaid, isDeclined, company: company.name }),
          ]}
        />
      </Part>
      <Part title={isDeclined ? 'Would have gone to' : 'Paid to'}>
        <FactList facts={paymentFacts(receipt)} />
      </Part>
      <Part title="On the chain">
        <FactList facts={chainFacts(receipt)} />
      </Part>
      <Part title="What happened">
        <div className="mt-4">
          <Timeline
            label="Timeline of the order"
            steps={receipt.timeline.map(({ at, text }) => ({
              id: `${at} ${text}`,
              text: <LongWords text={text} />,
              time: dateTimeText(at),
              state: 'done',
            }))}
          />
        </div>
      </Part>
      <footer className="mt-8 border-t border-hairline pt-5 text-sm text-ink-soft">
        <p className="wrap-anywhere">
          Order <span className="figures">{orderId}</span>
        </p>
        <p className="mt-1">{[company.name, ...company.address].join(', ')}</p>
        {company.licence !== '' && <p className="mt-1">{company.licence}</p>}
      </footer>
    </Card>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 break-inside-avoid-page">
      <h2 className="mb-1.5 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function paymentFacts({ bankAccount, paidAt, payout }: Receipt): Fact[] {
  const session = payout?.sessionId ?? null;
  const code = (text: string): ReactNode => <code className="font-mono text-sm">{text}</code>;
  return [
    { label: 'Bank', value: bankAccount.bankName },
    {
      label: 'Account',
      value: (
        <>
          {bankAccount.accountName}
          {bankAccount.accountNumberEnd !== '' && (
            <>
              , ending in <span className="figures">{bankAccount.accountNumberEnd}</span>
            </>
          )}
        </>
      ),
    },
    ...(paidAt === null ? [] : [{ label: 'Paid', value: dateTimeText(paidAt) }]),
    ...(payout === null ? [] : [{ label: 'Reference', value: code(payout.reference) }]),
    ...(session === null ? [] : [{ label: 'Bank session', value: code(session) }]),
  ];
}

function chainFacts({ deposits, fromCurrency, isPaid, network }: Receipt): Fact[] {
  if (deposits.length === 0) {
    return [{ label: 'Transaction', value: isPaid ? 'None: paid from your balance' : 'None yet' }];
  }
  return deposits.map(({ amount, transaction }, index) => ({
    label: deposits.length === 1 ? 'Transaction' : `Transaction ${index + 1}`,
    value: (
      <>
        <Coin amount={amount} currency={fromCurrency} />
        <span className="block">
          <TransactionLink network={network} transaction={transaction} isWhole />
        </span>
      </>
    ),
  }));
}
