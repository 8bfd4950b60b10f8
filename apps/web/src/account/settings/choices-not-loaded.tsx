import { messageFor } from '../../lib/client.ts';
import { ErrorState } from '../../ui/states.tsx';

/** Stands for choices that could not be loaded, with another try. */
export function ChoicesNotLoaded({
  answer,
}: {
  answer: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => Promise<unknown> };
}) {
  return (
    <ErrorState
      message={messageFor(answer.error, 'Your choices could not be loaded.')}
      onRetry={() => void answer.refetch()}
      isRetrying={answer.isFetching}
    >
      Nothing has changed.
    </ErrorState>
  );
}
