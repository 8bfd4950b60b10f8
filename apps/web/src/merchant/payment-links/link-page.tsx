import { endpoints } from '@kobogate/contract';
import { useParams } from 'react-router';
import { useCall } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { LinkOverview } from './link-overview.tsx';
import { LinkPayments } from './link-payments.tsx';
import { LinksGate } from './links-gate.tsx';
import { NoAccountNotice } from './no-account-notice.tsx';

/** One payment link: its details, actions and payments. */
export function Component() {
  const { id = '' } = useParams();
  const answer = useCall(endpoints.paymentLinks.getOwn, { params: { id } });
  const link = answer.data?.data;
  return (
    <LinksGate>
      <PageTitle>{link?.name ?? 'Payment link'}</PageTitle>
      <BackLink to="/account/payment-link">Payment links</BackLink>
      {answer.isPending && (
        <>
          <h1 className="sr-only">Payment link</h1>
          <SkeletonRows label="Loading the payment link" rows={3} className="h-48" />
        </>
      )}
      {link === undefined && answer.isError && (
        <NotLoaded
          title="Payment link"
          answer={answer}
          fallback="The payment link could not be loaded."
          others={{ to: '/account/payment-link', label: 'Open the list' }}
        >
          It can still be paid.
        </NotLoaded>
      )}
      {link !== undefined && <NoAccountNotice />}
      {link !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <LinkOverview link={link} />
          <LinkPayments linkId={link.id} />
        </div>
      )}
    </LinksGate>
  );
}
