import { endpoints, TEXTS } from '@kobogate/contract';
import { Undo2 } from 'lucide-react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading, PageHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { Badge } from '../../ui/status.tsx';
import { BankAccountForm } from './bank-account-form.tsx';
import { resolutionWords } from './bank-form-rules.ts';

/** Where naira goes: the bank account, and what the bank said of its name. */
export function Component() {
  return (
    <>
      <PageTitle>Payment method</PageTitle>
      <PageHeading title="Payment method" detail="The bank account that your naira goes to." />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <BankAccountCard />
        <Card>
          <div className="flex items-center justify-between gap-3">
            <span className="grid size-11 place-items-center rounded-full bg-sunk text-ink-soft">
              <Undo2 className="size-5" aria-hidden="true" />
            </span>
            <Badge tone="waiting">Comes next</Badge>
          </div>
          <h2 className="mt-4 text-lg font-semibold">Refund addresses</h2>
          <p className="mt-1 text-[15px] text-ink-soft">
            Soon you can save, for each coin, the address that a refund goes to. Until then coins of a declined order
            stay in your balance, and you can convert them again.
          </p>
        </Card>
      </div>
    </>
  );
}

function BankAccountCard() {
  const account = useCall(endpoints.bankAccounts.getMine);
  if (account.isPending) {
    return (
      <Card>
        <output aria-label="Loading your bank details" className="grid gap-6">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
          <Skeleton className="h-13" />
        </output>
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
          What you have saved is kept; nothing is lost.
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
