import { type Day, endpoints, type RailFloat, railTitle } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { messageFor } from '../../lib/client.ts';
import { nairaOfKobo } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { troubleText } from './day-words.ts';
import { QuietStatus } from './quiet-status.tsx';

/** Each payout rail's float, with a warning where it is too low, and how many of its payouts did not arrive today. */
export function RailsCard() {
  const rails = useCall(endpoints.payouts.rails);
  const day = useCall(endpoints.admin.day).data?.data.rails ?? [];
  const low = rails.data?.data.filter(({ lowSince }) => lowSince !== null) ?? [];
  return (
    <Card id="rails">
      <CardHeading
        title="Payout rails"
        detail={
          rails.data === undefined
            ? 'The naira at each provider for payouts.'
            : `The naira at each provider for payouts, in the order in which they are tried. Low below ${nairaOfKobo(rails.data.lowBelowKobo)}.`
        }
      />
      {rails.isPending && <SkeletonRows label="Loading the rails" rows={2} className="h-12" />}
      {rails.isError && rails.data === undefined && (
        <ErrorState
          message={messageFor(rails.error, 'The rails could not be loaded.')}
          onRetry={() => void rails.refetch()}
          isRetrying={rails.isFetching}
        />
      )}
      {low.length > 0 && (
        <Notice
          tone="danger"
          title={`There is little naira left at ${low.map(({ rail }) => railTitle(rail)).join(', ')}.`}
        >
          Payouts that it does not cover go by another rail, or wait; nothing is lost. Please add naira at the provider.
        </Notice>
      )}
      {rails.data?.data.length === 0 && (
        <p className="text-ink-soft">No rail is connected, so no payout can be made.</p>
      )}
      <ul className="divide-y divide-hairline">
        {rails.data?.data.map((rail) => (
          <RailRow key={rail.rail} rail={rail} today={day.find((each) => each.rail === rail.rail)} />
        ))}
      </ul>
    </Card>
  );
}

function RailRow({
  rail: { rail, floatKobo, askedAt, lowSince },
  today,
}: {
  rail: RailFloat;
  today: Day['rails'][number] | undefined;
}) {
  const trouble = today === undefined ? null : troubleText(today);
  return (
    <StateRow name={railTitle(rail)} state={<FloatState isKnown={floatKobo !== null} isLow={lowSince !== null} />}>
      <p>{floatKobo === null ? 'Not known yet.' : nairaOfKobo(floatKobo)}</p>
      {askedAt !== null && (
        <p>
          <Moment at={askedAt} />
        </p>
      )}
      {trouble !== null && <p className="font-medium text-danger">{trouble}</p>}
    </StateRow>
  );
}

function FloatState({ isKnown, isLow }: { isKnown: boolean; isLow: boolean }) {
  if (!isKnown) return <Status tone="neutral">Not known</Status>;
  return isLow ? <Status tone="danger">Little naira</Status> : <QuietStatus tone="success">Enough naira</QuietStatus>;
}

/** A line of a list: its title and details, with its state beside; on phones the state ends the first line. */
function StateRow({ name, state, children }: { name: string; state: ReactNode; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 py-3 in-data-dense:py-2">
      <p className="font-medium">{name}</p>
      <div className="sm:row-span-2">{state}</div>
      <div className="figures text-sm text-ink-soft max-sm:col-span-2 max-sm:mt-1">{children}</div>
    </li>
  );
}
