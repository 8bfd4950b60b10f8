import { endpoints, TEXTS } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading, PageHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { RefundAddressesCard } from '../refund-addresses/refund-addresses-card.tsx';
import { BankAccountForm } from './bank-account-form.tsx';
import { resolutionWords } from './bank-form-rules.ts';

/** Where naira goes: the bank account, and the bank's answer about its name; and the refund addresses. */
export function Component() {
  return (
    <>
      <PageTitle>Payment method</PageTitle>
      <PageHeading title="Payment method" detail="Where your naira goes, and where coins go back to." />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <BankAccountCard />
        <RefundAddressesCard />
      </div>
    </>
  );
}

function BankAccountCard() {
  const account = useCall(endpoints.bankAccounts.getMine);
  if (account.isPending) {
    return (
      <Card>
        <SkeletonRows label="Loading your bank details" rows={4} className="h-24" />
      </Card>
    );
  }
  if (account.data === undefined) {
    return (
      <Card>
        <ErrorState
          message={messageFor(account.error, TEXTS.bankDetailsLoadFailed)}
          onRetry={() => void account.refetch()}
          isRetrying={account.isFetching}
        >
          Nothing is lost.
        </ErrorState>
      </Card>
    );
  }
  const saved = account.data.data;
  const words = saved === null ? null : resolutionWords(saved);
  return (
    <Card>
      <CardHeading
        title="Bank account"
        detail={saved === null ? 'Not set yet. You need one before you convert.' : <SavedLine at={saved.updatedAt} />}
      />
      {words !== null && (
        <div className="mb-5">
          <Notice tone={words.tone} title={words.title}>
            {words.detail}
          </Notice>
        </div>
      )}
      <BankAccountForm saved={saved} />
    </Card>
  );
}

function SavedLine({ at }: { at: string }) {
  return (
    <>
      Saved <Moment at={at} />
    </>
  );
}
