import { type DeliveryDetail, endpoints } from '@kobogate/contract';
import { toast } from 'react-hot-toast/headless';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { DELIVERY_WORDS, describeAttempt } from './webhook-words.ts';

/** One delivery: its state, each attempt with its answer, the body, and a button to send it again. */
export function DeliveryDialog({
  id,
  canReplay,
  onReplayed,
  onClose,
}: {
  id: string;
  canReplay: boolean;
  onReplayed: () => void;
  onClose: () => void;
}) {
  const detail = useCall(endpoints.webhooks.getDelivery, { params: { id } });
  const { isPending, run } = usePending();

  async function replay(): Promise<void> {
    try {
      toast.success((await callOrThrow(endpoints.webhooks.replay, { params: { id } })).message);
      onReplayed();
      onClose();
    } catch (failure) {
      toast.error(messageFor(failure, 'It could not be sent again. Please try again.'));
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isPending) onClose();
      }}
      title="Delivery"
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Close
          </Button>
          {canReplay && (
            <Button pending={isPending} pendingLabel="Sending..." onClick={() => void run(replay)}>
              Send again
            </Button>
          )}
        </>
      }
    >
      {detail.isPending && <SkeletonRows label="Loading the delivery" rows={3} className="h-14" />}
      {detail.isError && (
        <ErrorState
          message={messageFor(detail.error, 'The delivery could not be loaded.')}
          onRetry={() => void detail.refetch()}
          isRetrying={detail.isFetching}
        />
      )}
      {detail.data !== undefined && <Detail delivery={detail.data.data} />}
    </Dialog>
  );
}

function Detail({ delivery: { type, sequence, state, nextAttemptAt, tries, body } }: { delivery: DeliveryDetail }) {
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-mono text-[15px] wrap-anywhere">
          {type} <span className="figures text-ink-soft">#{sequence}</span>
        </p>
        <Status tone={DELIVERY_WORDS[state].tone}>{DELIVERY_WORDS[state].label}</Status>
      </div>
      {nextAttemptAt !== null && (
        <p className="text-sm text-ink-soft">
          Next attempt <Moment at={nextAttemptAt} />
        </p>
      )}
      <section aria-label="Attempts">
        <h3 className="text-sm font-semibold">Attempts</h3>
        {tries.length === 0 && <p className="mt-1 text-sm text-ink-soft">None yet.</p>}
        <ol className="mt-1 divide-y divide-hairline text-sm">
          {tries.map((attempt) => (
            <li key={attempt.at} className="py-2.5">
              <p className="wrap-anywhere">{describeAttempt(attempt)}</p>
              <p className="text-ink-soft">
                <Moment at={attempt.at} />
              </p>
              {attempt.answer !== '' && (
                <p className="mt-1 rounded-card bg-sunk px-3 py-2 font-mono text-xs wrap-anywhere">{attempt.answer}</p>
              )}
            </li>
          ))}
        </ol>
      </section>
      <section aria-label="Body">
        <h3 className="text-sm font-semibold">What is sent</h3>
        <pre className="mt-2 rounded-card bg-sunk p-3 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
          {inLines(body)}
        </pre>
      </section>
    </div>
  );
}

const inLines = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);
