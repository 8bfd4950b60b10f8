import { LINK_STATES, type LinkTotals, type OwnPaymentLink } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useAddressPart } from '../../lib/use-address-part.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { FigureStrip } from '../../ui/figure-strip.tsx';
import { Link2 } from '../../ui/icons.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { StateField } from '../../ui/state-field.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { linkColumns } from './link-columns.tsx';
import { LINK_STATE_WORDS } from './link-words.ts';
import { LinksGate } from './links-gate.tsx';
import { NoAccountNotice } from './no-account-notice.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { type LinkFilter, useLinks } from './use-links.ts';

const LONGEST_SEARCH = 100;
const NEW = <ButtonLink to="/account/payment-link/new">New payment link</ButtonLink>;
const ACTIONS = (
  <div className="flex flex-wrap gap-2">
    <ButtonLink variant="secondary" to="/account/payment-link/payments">
      Payments and settlements
    </ButtonLink>
    {NEW}
  </div>
);

/** All payment links of the merchant. Search and state are in the address. */
export function Component() {
  return (
    <LinksGate>
      <Links />
    </LinksGate>
  );
}

function Links() {
  const [address, change] = useAddressPart();
  const filter: LinkFilter = {
    search: address.get('search') ?? '',
    state: LINK_STATES.find((name) => name === address.get('state')) ?? null,
  };
  const { pages, links, totals } = useLinks(filter);
  const all = totals === undefined ? 0 : Object.values(totals.byState).reduce((sum, count) => sum + count, 0);

  return (
    <>
      <PageTitle>Payment links</PageTitle>
      <PageHeading
        title="Payment links"
        detail="Share one address; anyone who opens it can pay you in crypto, and naira reaches your bank account."
        action={pages.isPending ? <Skeleton className="h-11 w-72 max-w-full" /> : all > 0 ? ACTIONS : undefined}
      />
      <NoAccountNotice />
      {pages.isPending && (
        <>
          <Skeleton className="mb-6 h-46 sm:h-28" />
          <Skeleton className="mb-4 h-43 sm:h-19 md:max-w-2xl" />
        </>
      )}
      {totals !== undefined && all > 0 && <Totals totals={totals} />}
      {!pages.isPending && (all > 0 || filter.search !== '' || filter.state !== null) && (
        <div className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem] md:max-w-2xl">
          <SearchField
            initial={filter.search}
            placeholder="Name or purpose"
            maxLength={LONGEST_SEARCH}
            onSettled={(text) => change('search', text)}
          />
          <StateField
            states={LINK_STATES}
            words={LINK_STATE_WORDS}
            counts={totals?.byState}
            value={filter.state}
            onChange={(state) => change('state', state ?? '')}
          />
        </div>
      )}
      <Card className={LIST_CARD}>
        <LinkList pages={pages} links={links} isAny={all > 0} />
      </Card>
    </>
  );
}

function Totals({ totals }: { totals: LinkTotals }) {
  return (
    <div className="mb-6">
      <FigureStrip
        label="All your links"
        columns={3}
        figures={[
          { name: 'Paid by links', value: nairaOfKobo(totals.nairaKobo) },
          { name: 'Payments', value: String(totals.paid) },
          { name: 'Active links', value: String(totals.byState.active) },
        ]}
      />
    </div>
  );
}

function LinkList({
  pages,
  links,
  isAny,
}: {
  pages: ReturnType<typeof useLinks>['pages'];
  links: readonly OwnPaymentLink[] | undefined;
  isAny: boolean;
}) {
  const [shared, setShared] = useState<OwnPaymentLink | null>(null);
  if (pages.isPending) return <SkeletonRows label="Loading your payment links" rows={4} className="h-44 md:h-16" />;
  if (links === undefined) {
    return (
      <ErrorState
        message={messageFor(pages.error, 'Your payment links could not be loaded.')}
        onRetry={() => void pages.refetch()}
        isRetrying={pages.isFetching}
      >
        Your links can still be paid.
      </ErrorState>
    );
  }
  return (
    <>
      <output aria-live="polite" className="sr-only">
        {pages.isPlaceholderData ? 'Searching...' : `${links.length}${pages.hasNextPage ? ' or more' : ''} links found`}
      </output>
      {links.length === 0 && (
        <EmptyState
          icon={Link2}
          title={isAny ? 'No links found' : 'No payment links yet'}
          {...(isAny ? {} : { action: NEW })}
        >
          {isAny
            ? 'No match. Try a part of the name or the purpose, or another state.'
            : 'Say what you are paid for and how much, share the address, and watch the naira arrive.'}
        </EmptyState>
      )}
      {links.length > 0 && (
        <div aria-busy={pages.isPlaceholderData || undefined} className="aria-busy:opacity-60">
          <DataTable caption="Payment links" columns={linkColumns(setShared)} rows={links} rowKey={({ id }) => id} />
        </div>
      )}
      <MoreButton pages={pages} label="Show older" failure="Older links could not be loaded. Please try again." />
      {shared !== null && <ShareDialog link={shared} onClose={() => setShared(null)} />}
    </>
  );
}
