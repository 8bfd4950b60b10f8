import { endpoints, type Work } from '@kobogate/contract';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { relativeText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { WORK_WORDS } from './work-words.ts';

const WHOLE = new Intl.NumberFormat('en-NG');

/** The work that waits for a person: each kind with its number, how long the oldest has waited, and where it is done. */
export function WorkCard() {
  const work = useCall(endpoints.admin.work);
  const all = work.data?.data.filter(({ count }) => count > 0) ?? [];
  const waiting = all.filter(({ isYours }) => isYours);
  const others = all.filter(({ isYours }) => !isYours);
  return (
    <Card aria-label="Work">
      <CardHeading title="What waits for you" />
      {work.isPending && <SkeletonRows label="Loading the work" rows={3} className="h-11" />}
      {work.isError && work.data === undefined && (
        <ErrorState
          message={messageFor(work.error, 'The work could not be loaded.')}
          onRetry={() => void work.refetch()}
          isRetrying={work.isFetching}
        />
      )}
      {work.data !== undefined && waiting.length === 0 && (
        <p className="text-ink-soft">
          {others.length === 0
            ? 'Nothing. Orders, payouts, refunds and networks need no decision at this moment.'
            : 'Nothing of what your role decides on.'}
        </p>
      )}
      <ul className="divide-y divide-hairline">
        {waiting.map((each) => (
          <WorkLine key={each.kind} work={each} />
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-label="What colleagues do" className="mt-4 border-t border-hairline pt-4">
          <h3 className="text-sm font-semibold text-ink-soft">What waits for colleagues</h3>
          <ul className="divide-y divide-hairline">
            {others.map((each) => (
              <WorkLine key={each.kind} work={each} />
            ))}
          </ul>
        </section>
      )}
    </Card>
  );
}

function WorkLine({ work: { kind, count, oldest } }: { work: Work }) {
  const now = useNow();
  const { one, many, to } = WORK_WORDS[kind];
  return (
    <li>
      <Link to={to} className="-mx-2 flex min-h-11 items-center gap-x-4 rounded-card px-2 py-2 hover:bg-sunk">
        <span className="headline figures min-w-7 shrink-0 text-xl">{WHOLE.format(count)}</span>
        <span className="min-w-0 grow">
          {count === 1 ? one : many}
          {oldest !== null && (
            <span className="block text-sm text-ink-soft sm:float-right sm:inline">
              oldest {relativeText(oldest, now)}
            </span>
          )}
        </span>
        <ChevronRight className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
      </Link>
    </li>
  );
}
