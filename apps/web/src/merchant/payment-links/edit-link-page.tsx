import { endpoints } from '@kobogate/contract';
import { useParams, useSearchParams } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card, PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { formOf, newForm } from './link-form-rules.ts';
import { LinkFormCards } from './link-form.tsx';
import { LinksGate } from './links-gate.tsx';
import { NoAccountNotice } from './no-account-notice.tsx';

/** A new link, empty or copied from another one (`?from=`), or a link to be changed (`/:id/edit`). */
export function Component() {
  const { id } = useParams();
  const [address] = useSearchParams();
  const like = id ?? address.get('from') ?? '';
  const title = id === undefined ? 'New payment link' : 'Edit payment link';
  return (
    <LinksGate>
      <PageTitle>{title}</PageTitle>
      <BackLink to={id === undefined ? '/account/payment-link' : `/account/payment-link/${id}`}>
        {id === undefined ? 'Payment links' : 'Payment link'}
      </BackLink>
      <PageHeading title={title} {...(id === undefined ? {} : { detail: 'Open payments keep their terms.' })} />
      <div className="max-w-3xl">
        <NoAccountNotice />
        <Loaded like={like} isChange={id !== undefined} />
      </div>
    </LinksGate>
  );
}

function Loaded({ like, isChange }: { like: string; isChange: boolean }) {
  const coins = useCall(endpoints.paymentLinks.listCoins);
  const link = useCall(endpoints.paymentLinks.getOwn, { params: { id: like } }, { isEnabled: like !== '' });
  const offered = coins.data?.data;
  const model = link.data?.data;
  const failed = [coins, link].find(({ isError, data }) => isError && data === undefined);
  if (failed !== undefined) {
    return (
      <Card>
        <ErrorState
          message={messageFor(failed.error, 'The form could not be loaded.')}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Card>
    );
  }
  if (offered === undefined || (like !== '' && model === undefined)) {
    return <SkeletonRows label="Loading the form" rows={3} className="h-48" />;
  }
  // An end that has passed, or is about to, is not copied.
  const initial = model === undefined ? newForm(offered) : formOf(model, offered);
  return (
    <LinkFormCards
      key={like}
      initial={isChange ? initial : { ...initial, endDay: '' }}
      offered={offered}
      stored={isChange ? (model ?? null) : null}
    />
  );
}
