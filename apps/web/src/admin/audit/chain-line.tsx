import { endpoints } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { callKey, useCall } from '../../lib/queries.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { ForRole } from '../for-role.tsx';
import { countText } from '../count-text.ts';

const { state, prove } = endpoints.audit;
const FAILED = 'The chain could not be proven now. Nothing was changed; please try again.';

/** Whether the record is as it was written, since when that is known, and a proof of it now. */
export function ChainLine() {
  const queries = useQueryClient();
  const known = useCall(state);
  const { isPending, run } = usePending();
  const [found, setFound] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);

  async function proveNow(): Promise<void> {
    setProblem(null);
    try {
      const answer = await call(prove);
      if (isUnreachable(answer)) return setProblem(answer);
      setFound(answer.data.found);
      await queries.invalidateQueries({ queryKey: callKey(state) });
    } catch (failure) {
      setProblem(messageFor(failure, FAILED));
    }
  }

  if (known.isPending) return <Skeleton className="mb-4 h-16" />;
  const action = (
    <ForRole call={prove} otherwise={null}>
      <Button variant="quiet" pending={isPending} pendingLabel="Proving..." onClick={() => void run(proveNow)}>
        Prove now
      </Button>
    </ForRole>
  );
  const { tone, title } = wordsFor(known.data?.data.proven ?? null);
  return (
    <div className="mb-4">
      {known.data === undefined ? (
        <Notice tone="neutral" title="It could not be read when the chain was last proven." action={action} />
      ) : (
        <Notice tone={tone} title={title} isUrgent={tone === 'danger'} action={action}>
          <p className="figures">
            {known.data.data.proven !== null && (
              <>
                Last proven <Moment at={known.data.data.proven.at} />, {counted(known.data.data.proven.acts)}.{' '}
              </>
            )}
            {linkedText(known.data.data)}
          </p>
          {found.length > 0 && (
            <ul className="mt-2 list-disc pl-5 wrap-anywhere">
              {found.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {problem !== null && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

function wordsFor(proven: { readonly differences: number } | null) {
  if (proven === null)
    return { tone: 'neutral', title: 'The chain has not been proven yet. The daily comparison does it.' } as const;
  if (proven.differences === 0) return { tone: 'success', title: 'The chain is whole.' } as const;
  const title = 'The record is not as it was written. Keep a copy of the database, and find out who changed it.';
  return { tone: 'danger', title } as const;
}

const counted = (acts: number): string => (acts === 1 ? '1 act' : `${countText(acts)} acts`);

const linkedText = ({ acts, waiting }: { acts: number; waiting: number }): string =>
  `Now ${counted(acts)} ${acts === 1 ? 'is' : 'are'} linked${waiting === 0 ? '' : `, ${counted(waiting)} next`}.`;
