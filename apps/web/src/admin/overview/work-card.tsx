import { coinText, nairaOfKobo, relativeText } from '../../lib/formats.ts';
import { messageFor } from '../../lib/client.ts';
import type { Looker, Work, WorkKind } from '@kobogate/contract';
import { ChevronRight } from 'lucide-react';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Loading } from '../../ui/loading.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { lookersText, usePresence } from '../orders/use-presence.ts';
import { type QueueRow, useQueue } from './use-queue.ts';
import { aboutText, WORK_WORDS } from './work-words.ts';

/** The list has the height of so many rows at least, so that what is below it hardly moves once it is loaded. */
const LEAST_ROWS = 4;
const LEAST_HEIGHT = 'min-h-56';

const WHOLE = new Intl.NumberFormat('en-NG');

/** Everything that waits for a person, one row each: what stops money first, then the oldest. The kinds are its filters. */
export function WorkCard() {
  const queue = useQueue();
  const lookers = usePresence(null, false);
  const { answer, rows, all, kind } = queue;
  const changes = [
    queue.arrived === 0 ? null : `${queue.arrived} new`,
    queue.left === 0 ? null : `${queue.left} done`,
  ].filter((part) => part !== null);
  return (
    <Card aria-label="Work" data-queue className="px-0! pb-2!">
      <div className="px-5 sm:px-6">
        <CardHeading
          title="What waits for you"
          action={
            <span className="flex min-h-11 items-center gap-3 text-sm text-ink-soft">
              <output>{changes.join(', ')}</output>
              {changes.length > 0 && (
                <Button variant="secondary" onClick={queue.show}>
                  Show
                </Button>
              )}
            </span>
          }
        />
        <Filters all={all} kind={kind} onChoose={queue.narrow} />
      </div>
      <div className={LEAST_HEIGHT}>
        {answer.isPending && (
          <Loading label="Loading the work" className="grid divide-y divide-hairline px-5 sm:px-6">
            {Array.from({ length: LEAST_ROWS }, (_, row) => (
              <span key={row} className="flex h-14 items-center">
                <Skeleton className="h-8 w-full" />
              </span>
            ))}
          </Loading>
        )}
        {answer.isError && answer.data === undefined && (
          <ErrorState
            message={messageFor(answer.error, 'The work could not be loaded.')}
            onRetry={() => void answer.refetch()}
            isRetrying={answer.isFetching}
          />
        )}
        {answer.data !== undefined && rows.length === 0 && (
          <p className="px-5 pb-4 text-ink-soft sm:px-6">{emptyText(all, kind)}</p>
        )}
        <ul className="divide-y divide-hairline">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              isChosen={queue.chosen === row.id}
              lookers={lookers.get(row.item.id)}
              onFocus={queue.choose}
              onOpen={queue.open}
            />
          ))}
        </ul>
      </div>
      {(queue.next !== null || !queue.isFirst) && (
        <div className="flex justify-between gap-3 px-5 pt-3 pb-2 sm:px-6">
          {!queue.isFirst && (
            <Button variant="quiet" onClick={() => queue.goTo(null)}>
              From the start
            </Button>
          )}
          {queue.next !== null && (
            <Button variant="secondary" className="ml-auto" onClick={() => queue.goTo(queue.next)}>
              Next page
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

function emptyText(all: readonly Work[], kind: WorkKind | null): string {
  if (kind !== null) return 'Nothing of this kind waits.';
  return all.length === 0
    ? 'Nothing. Orders, payouts, refunds and networks need no decision at this moment.'
    : 'Nothing of what your role decides on.';
}

/** The kinds of which something waits, each with its number; those of colleagues after one’s own. */
function Filters({
  all,
  kind,
  onChoose,
}: {
  all: readonly Work[];
  kind: WorkKind | null;
  onChoose: (kind: WorkKind | null) => void;
}) {
  const [own, others] = [all.filter(({ isYours }) => isYours), all.filter(({ isYours }) => !isYours)];
  const chip = ({ kind: name, count }: Work) => (
    <Chip key={name} isOn={kind === name} label={WORK_WORDS[name].short} count={count} onPress={() => onChoose(name)} />
  );
  return (
    <fieldset aria-label="Kinds of work" className="mb-3 flex min-h-11 min-w-0 flex-wrap items-center gap-1 lg:min-h-9">
      {all.length > 0 && <Chip isOn={kind === null} label="All of yours" onPress={() => onChoose(null)} />}
      {own.map(chip)}
      {others.length > 0 && <span className="px-2 text-sm text-ink-soft">Colleagues:</span>}
      {others.map(chip)}
    </fieldset>
  );
}

function Chip({ label, count, isOn, onPress }: { label: string; count?: number; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-card px-2.5 text-sm text-ink-soft hover:bg-sunk aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-ink lg:min-h-9"
    >
      {label}
      {count !== undefined && <span className="figures font-semibold text-ink">{WHOLE.format(count)}</span>}
    </button>
  );
}

/** Back, and the link back, come to the row from which the queue was left. */
const focusRow = (row: HTMLElement | null): void => row?.focus();

function Row({
  row,
  isChosen,
  lookers,
  onFocus,
  onOpen,
}: {
  row: QueueRow;
  isChosen: boolean;
  lookers: readonly Looker[] | undefined;
  onFocus: (id: string) => void;
  onOpen: (row: QueueRow) => void;
}) {
  const now = useNow();
  const { kind, since, nairaKobo, amount, currency, networkName } = row.item;
  const isSerious = kind === 'sanctions' || kind === 'fence' || kind === 'recovery' || kind.startsWith('payouts-');
  const coins = amount === null ? null : coinText(amount, currency ?? '');
  return (
    <li>
      <button
        type="button"
        data-queue-row={row.id}
        ref={isChosen ? focusRow : null}
        aria-current={isChosen ? 'true' : undefined}
        onFocus={() => onFocus(row.id)}
        onClick={() => onOpen(row)}
        className={classes(
          'grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-1.5 text-left text-sm hover:bg-sunk sm:px-6',
          'aria-[current]:bg-primary-soft aria-[current]:shadow-[inset_3px_0_0_var(--primary)]',
          row.isDone && 'text-ink-soft',
        )}
      >
        <span className="min-w-0">
          <bdi className="block truncate text-[15px] font-semibold">{aboutText(row.item)}</bdi>
          <span className={classes('block truncate', isSerious && !row.isDone ? 'text-danger' : 'text-ink-soft')}>
            {row.isDone ? 'No longer waits' : WORK_WORDS[kind].short}
            {since !== null && !row.isDone && <span className="text-ink-soft">, {relativeText(since, now)}</span>}
            {lookers !== undefined && <span className="text-ink">, {lookersText(lookers)}</span>}
          </span>
        </span>
        <span className="flex items-center gap-3">
          <span className="figures text-right whitespace-nowrap">
            {nairaKobo !== null && <span className="block text-[15px] font-semibold">{nairaOfKobo(nairaKobo)}</span>}
            {coins !== null && (
              <span className={classes('block', nairaKobo === null ? 'text-[15px] font-semibold' : 'text-ink-soft')}>
                {coins}
                {networkName !== null && <span className="max-sm:hidden"> on {networkName}</span>}
              </span>
            )}
          </span>
          <ChevronRight className="size-4 shrink-0 text-ink-soft" aria-hidden="true" />
        </span>
      </button>
    </li>
  );
}
