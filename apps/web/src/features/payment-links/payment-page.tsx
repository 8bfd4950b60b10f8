import { endpoints, PRODUCT_NAME, TEXTS } from '@kobogate/contract';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Card } from '../../ui/card.tsx';
import { Mark } from '../../ui/mark.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';
import { LinkDetails } from './link-details.tsx';
import { PayForm } from './pay-form.tsx';
import { usePublicAnswer } from './use-public-answer.ts';

const NOT_FOUND = 404;
// The device's own face: on a slow network nothing waits for a font here.
const SYSTEM_FACE = { fontFamily: 'system-ui, sans-serif' };

/** What somebody with a payment link sees: who asks for what, and the coin and network to pay in. Needs no session. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <div style={SYSTEM_FACE} className="mx-auto flex min-h-dvh max-w-xl flex-col px-4 pb-10 sm:px-6">
      <header className="flex items-center justify-between py-3">
        <span className="inline-flex items-center gap-2.5 text-xl font-bold">
          <Mark className="size-7 text-primary" />
          {PRODUCT_NAME}
        </span>
        <ThemeSwitch />
      </header>
      <main id="content" className="grow">
        <LinkById key={id} id={id} />
      </main>
    </div>
  );
}

function LinkById({ id }: { id: string }) {
  const { result } = usePublicAnswer(endpoints.paymentLinks.getPublic, { id });
  if (result.state === 'loading') return <LoadingLink />;
  if (result.state === 'failed' && result.status !== NOT_FOUND) {
    return (
      <Untitled>
        <ErrorState message={TEXTS.paymentLoadFailed} retryLabel="Retry" onRetry={() => window.location.reload()}>
          {result.message}
        </ErrorState>
      </Untitled>
    );
  }
  if (result.state === 'failed' || result.answer.data === null) {
    return (
      <Untitled>
        <EmptyState
          icon={FileQuestion}
          title={TEXTS.noPaymentData}
          action={
            <ButtonAnchor variant="secondary" href="/">
              What is Kobogate?
            </ButtonAnchor>
          }
        >
          {result.state === 'failed' && result.message !== '' ? result.message : 'There is nothing at this address.'}{' '}
          Please ask whoever gave you the link, and send nothing for it.
        </EmptyState>
      </Untitled>
    );
  }
  const link = result.answer.data;
  return (
    <Card className="overflow-hidden p-0! sm:p-0!">
      <PageTitle>{`Pay ${link.name}`}</PageTitle>
      <LinkDetails link={link} />
      <PayForm link={link} />
    </Card>
  );
}

function Untitled({ children }: { children: ReactNode }) {
  return (
    <Card>
      <PageTitle>Payment</PageTitle>
      <h1 className="sr-only">Payment</h1>
      {children}
    </Card>
  );
}

function LoadingLink() {
  return (
    <Card className="overflow-hidden p-0! sm:p-0!">
      <PageTitle>Payment</PageTitle>
      <h1 className="sr-only">Payment</h1>
      <output aria-label="Loading the payment" className="block">
        <Skeleton className="h-32 rounded-none! sm:h-40" />
        <span className="grid gap-4 p-5 sm:p-6">
          <Skeleton className="-mt-14 size-20 rounded-full!" />
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="mb-2 h-20" />
          <Skeleton className="h-18" />
          <Skeleton className="h-18" />
          <Skeleton className="h-32" />
          <Skeleton className="h-13" />
        </span>
      </output>
    </Card>
  );
}
