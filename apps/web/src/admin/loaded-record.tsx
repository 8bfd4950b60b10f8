import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError, messageFor } from '../lib/client.ts';
import { Notice } from '../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';

/** What a page shows of one record in the queue. */
export interface RecordProps {
  /** Of the item in the queue. */
  readonly id: string;
  /** Called once the record is there, with what can be done. */
  readonly onReady: () => void;
}

/**
 * A record, once it is loaded. A record that has left its list stays as it was last known: an open dialog on it is not closed,
 * and the server says what has changed.
 */
export function LoadedRecord<Found>({
  answer,
  found,
  failed,
  onReady,
  children,
}: {
  answer: UseQueryResult;
  /** The record of the answer; undefined where it has none. */
  found: Found | undefined;
  failed: string;
  onReady: () => void;
  children: (found: Found) => ReactNode;
}) {
  const [kept, setKept] = useState(found);
  if (found !== undefined && found !== kept) setKept(found);
  const isThere = kept !== undefined;
  useEffect(() => {
    if (isThere) onReady();
  }, [isThere, onReady]);
  const isGone = found === undefined && (answer.isSuccess || isMissing(answer.error));
  return (
    <>
      {isGone && <Notice tone="neutral" title="It is not in the list of those that wait for a decision now." />}
      {kept !== undefined && children(kept)}
      {kept === undefined && answer.isPending && <SkeletonRows label="Loading the record" rows={2} className="h-20" />}
      {kept === undefined && answer.isError && !isGone && (
        <ErrorState
          message={messageFor(answer.error, failed)}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )}
    </>
  );
}

const isMissing = (error: unknown): boolean => error instanceof CallError && error.status === 404;
