import { endpoints, type WebhookEndpoint } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ChevronDown } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { describeEndpoint, describeEvents } from './webhook-words.ts';

export type EndpointAsk = 'sample' | 'edit' | 'rotate' | 'remove';

/** One endpoint: its address, state, actions, and log. `onAsk` opens the dialog of an action that needs one. */
export function EndpointCard({ endpoint, onAsk }: { endpoint: WebhookEndpoint; onAsk: (what: EndpointAsk) => void }) {
  const { id, url, events, isActive, secrets, failingSince } = endpoint;
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { isPending, run } = usePending();
  const state = describeEndpoint(endpoint);
  const which = <span className="sr-only"> {url}</span>;

  /** Runs an action, reports its result, and shows the new state. */
  const act = (send: () => Promise<{ message: string }>) =>
    run(async () => {
      try {
        toast.success((await send()).message);
      } catch (failure) {
        toast.error(messageFor(failure, 'Nothing was changed. Please try again.'));
      }
      await queryClient.invalidateQueries({ queryKey: callKey(endpoints.webhooks.list) });
      await queryClient.invalidateQueries({ queryKey: callKey(endpoints.webhooks.listDeliveries, { params: { id } }) });
    });

  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium break-all">{url}</p>
          <p className="mt-0.5 text-sm text-ink-soft">{describeEvents(events)}</p>
          {failingSince !== null && (
            <p className="mt-0.5 text-sm text-ink-soft">
              Nothing has arrived since <Moment at={failingSince} />
            </p>
          )}
          {secrets > 1 && (
            <p className="mt-0.5 text-sm">Two secrets sign: retire the old one once your program has the new.</p>
          )}
        </div>
        <Status tone={state.tone}>{state.label}</Status>
      </div>
      <div className="-ml-4 mt-1 flex flex-wrap">
        <Button
          variant="quiet"
          disabled={isPending || !isActive}
          onClick={() => {
            setIsOpen(true);
            onAsk('sample');
          }}
        >
          Send a sample{which}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={() => onAsk('edit')}>
          Change{which}
        </Button>
        {secrets > 1 ? (
          <Button
            variant="quiet"
            disabled={isPending}
            onClick={() => void act(() => callOrThrow(endpoints.webhooks.retire, { params: { id } }))}
          >
            Retire the old secret{which}
          </Button>
        ) : (
          <Button variant="quiet" disabled={isPending} onClick={() => onAsk('rotate')}>
            New secret{which}
          </Button>
        )}
        <Button
          variant="quiet"
          disabled={isPending}
          onClick={() =>
            void act(() => callOrThrow(endpoints.webhooks.update, { params: { id }, body: { isActive: !isActive } }))
          }
        >
          {isActive ? 'Turn off' : 'Turn on'}
          {which}
        </Button>
        <Button variant="quiet" disabled={isPending} onClick={() => onAsk('remove')}>
          Remove{which}
        </Button>
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="-mx-2 flex min-h-11 items-center gap-2 rounded-card px-2 text-sm text-ink-soft hover:text-ink"
      >
        <ChevronDown
          className={classes('size-4 shrink-0 transition-transform duration-150', isOpen && 'rotate-180')}
          aria-hidden="true"
        />
        Deliveries{which}
      </button>
      {isOpen && <DeliveryLog endpoint={endpoint} />}
    </li>
  );
}
