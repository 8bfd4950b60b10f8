import type { ReactNode } from 'react';
import { CallError, messageFor } from '../lib/client.ts';
import { ButtonLink } from './button.tsx';
import { Card } from './card.tsx';
import { ErrorState } from './states.tsx';

/** A call that failed, as the query keeps it. */
interface FailedAnswer {
  readonly error: Error;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * Stands for a record that could not be loaded: `fallback` says so where the server does not. For one that does not
 * exist it links to the others; anything else can be tried again.
 */
export function NotLoaded({
  title,
  answer,
  fallback,
  others,
  children,
}: {
  title: string;
  answer: FailedAnswer;
  fallback: string;
  others: { readonly to: string; readonly label: string };
  /** A reassuring sentence, where the record may exist after all. */
  children?: ReactNode;
}) {
  const { error: failure } = answer;
  const onRetry = (): void => void answer.refetch();
  const isMissing = failure instanceof CallError && failure.status === 404;
  return (
    <Card>
      <h1 className="sr-only">{title}</h1>
      <ErrorState
        message={messageFor(failure, fallback)}
        isRetrying={answer.isFetching}
        {...(isMissing ? {} : { onRetry })}
      >
        {isMissing ? (
          <ButtonLink variant="secondary" to={others.to}>
            {others.label}
          </ButtonLink>
        ) : (
          children
        )}
      </ErrorState>
    </Card>
  );
}
