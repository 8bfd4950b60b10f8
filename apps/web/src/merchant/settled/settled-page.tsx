import { endpoints, lagosDay } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useAddressPart } from '../../lib/use-address-part.ts';
import { useNow } from '../../lib/use-now.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LinkPayments } from '../payment-links/link-payments.tsx';
import { LinksGate } from '../payment-links/links-gate.tsx';
import { NoAccountNotice } from '../payment-links/no-account-notice.tsx';
import { ExportSettled } from './export-settled.tsx';
import { SettledByLink } from './settled-by-link.tsx';
import { SettledByReference } from './settled-by-reference.tsx';
import { PERIODS, readPeriod, TAB_IDS } from './settled-choice.ts';
import { SettledFigures } from './settled-figures.tsx';

/** What the merchant's links brought: in the bank, on its way and held, by link and by reference, and every payment. */
export function Component() {
  return (
    <LinksGate>
      <Settled />
    </LinksGate>
  );
}

function Settled() {
  const now = useNow();
  const [address, change] = useAddressPart();
  const period = readPeriod(address.get('days'));
  const tab = TAB_IDS.find((id) => id === address.get('view')) ?? 'links';
  const days = { from: lagosDay(now, period.days - 1), to: lagosDay(now) };
  const answer = useCall(endpoints.payments.overview, { query: days });
  const overview = answer.data?.data;
  return (
    <>
      <PageTitle>Payments and settlements</PageTitle>
      <BackLink to="/account/payment-link">Payment links</BackLink>
      <PageHeading
        title="Payments and settlements"
        detail="What is in your bank account, what is on its way, and what waits for a person."
        action={<ExportSettled />}
      />
      <NoAccountNotice />
      {answer.isPending && (
        <>
          <Skeleton className="mb-6 h-60 sm:h-32" />
          <SkeletonRows label="Loading your payments" rows={4} className="h-16" />
        </>
      )}
      {overview === undefined && answer.isError && (
        <Card className="mb-6">
          <ErrorState
            message={messageFor(answer.error, 'Your payments could not be added up.')}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          >
            Your money is safe where it is.
          </ErrorState>
        </Card>
      )}
      {overview !== undefined && <SettledFigures overview={overview} />}
      {!answer.isPending && (
        <Tabs
          label="Payments"
          value={tab}
          onChange={(view) => change('view', view === 'links' ? '' : view)}
          tabs={[
            {
              id: 'links',
              label: 'By link',
              content: (
                <>
                  <div className="mb-4 max-w-60">
                    <SelectField
                      label="Settled in"
                      value={String(period.days)}
                      options={PERIODS.map(({ days: count, label }) => ({ value: String(count), label }))}
                      onChange={({ target }) => change('days', target.value)}
                    />
                  </div>
                  {overview !== undefined && <SettledByLink overview={overview} period={period.label} />}
                </>
              ),
            },
            { id: 'references', label: 'By reference', content: <SettledByReference /> },
            { id: 'payments', label: 'All payments', content: <LinkPayments /> },
          ]}
        />
      )}
    </>
  );
}
