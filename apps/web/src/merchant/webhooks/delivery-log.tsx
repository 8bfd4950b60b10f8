import { type Delivery, endpoints, type WebhookEndpoint } from '@kobogate/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DELIVERY_WORDS, describeTries } from './webhook-words.ts';

const { listDeliveries } = endpoints.webhooks;
/** While a delivery is on its way the log is fetched again. */
const LOOK_AGAIN_MS = 3000;

/** The deliveries to an endpoint and their results, newest first; each opens its body, its attempts and a replay. */
export function DeliveryLog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [opened, setOpened] = useState<Delivery | null>(null);
  const params = { id: endpoint.id };
  const pages = useInfiniteQuery({
    queryKey: callKey(listDeliveries, { params }),
    queryFn: ({ pageParam, signal }) =>
      callOrThrow(listDeliveries, { params, ...(pageParam === null ? {} : { query: { before: pageParam } }), signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.pages[0]?.data.some((each) => each.state === 'pending') ?? false;
      return isUnderWay ? LOOK_AGAIN_MS : false;
    },
  });
  if (pages.isPending) return <SkeletonRows label="Loading deliveries" rows={2} className="h-14" />;
  if (pages.data === undefined) {
    return (
      <ErrorState
        message={messageFor(pages.error, 'The deliveries could not be loaded.')}
        onRetry={() => void pages.refetch()}
        isRetrying={pages.isFetching}
      >
        Events are still sent.
      </ErrorState>
    );
  }
  const deliveries = pages.data.pages.flatMap(({ data }) => data);
  if (deliveries.length === 0) {
    return <p className="text-sm text-ink-soft">Nothing was sent yet. Send a sample event to try it.</p>;
  }
  return (
    <>
      <ul aria-label={`Deliveries to ${endpoint.url}`} className="divide-y divide-hairline">
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <button
              type="button"
              onClick={() => setOpened(delivery)}
              className="-mx-2 flex min-h-14 w-[calc(100%+1rem)] flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card px-2 py-2.5 text-left hover:bg-sunk"
            >
              <span className="min-w-0">
                <span className="block font-mono text-sm wrap-anywhere">
                  {delivery.type} <span className="figures text-ink-soft">#{delivery.sequence}</span>
                </span>
                <span className="block text-sm text-ink-soft">
                  {describeTries(delivery)}, <Moment at={delivery.last?.at ?? delivery.createdAt} />
                </span>
              </span>
              <Status tone={DELIVERY_WORDS[delivery.state].tone}>{DELIVERY_WORDS[delivery.state].label}</Status>
            </button>
          </li>
        ))}
      </ul>
      <MoreButton pages={pages} label="Show earlier ones" failure="The earlier ones could not be loaded." />
      {opened !== null && (
        <DeliveryDialog
          id={opened.id}
          canReplay={endpoint.isActive}
          onReplayed={() => void pages.refetch()}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
