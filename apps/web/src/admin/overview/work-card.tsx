import { coinText, nairaOfKobo, relativeText } from '../../lib/formats.ts';
import { messageFor } from '../../lib/client.ts';
import type { Looker, Work, WorkKind } from '@kobogate/contract';
import { lazy, Suspense } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { ChevronRight } from '../../ui/icons.ts';
import { Loading } from '../../ui/loading.tsx';
import { ErrorState, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { TONE_ICON } from '../../ui/status.tsx';
import type { Review } from '../orders/review.tsx';
import { lookersText, usePresence } from '../orders/use-presence.ts';
import { LIST_AND_PANEL } from '../side-panel.tsx';
import type { Outcome } from './queue-rows.ts';
import { type QueueRow, useQueue } from './use-queue.ts';
import { aboutText, NAME_VERDICTS, WORK_WORDS } from './work-words.ts';
import { countText } from '../count-text.ts';

/** With their dialogs they weigh more than the list: loaded once a row is opened. */
const QueueOrders = lazy(() => import('../orders/orders-tab.tsx').then((module) => ({ default: module.QueueOrders })));
const QueueRecord = lazy(() => import('./queue-record.tsx'));

/** The list is at least this many rows high, so that what is below it hardly moves once it is loaded. */
const LEAST_ROWS = 4;
const LEAST_HEIGHT = 'min-h-56';

/** Everything that waits for a person, one row each: what stops money first, then the oldest. The kinds are its filters. */
export function WorkCard({ review }: { review: Review }) {
  const queue = useQueue(review);
  const { answer, rows, all, kind, opened } = queue;
  const openKind = opened === null ? null : WORK_WORDS[opened.kind].opens;
  const openOrder = opened !== null && openKind === 'order' ? opened.id : null;
  const lookers = usePresence(openOrder, false);
  const hasOrders = openOrder !== null || review.undoable.length > 0 || Object.keys(review.decisions).length > 0;
  const changes = [
    queue.arrived === 0 ? null : `${queue.arrived} new`,
    queue.left === 0 ? null : `${queue.left} done`,
  ].filter((part) => part !== null);
  return (
    <Card aria-label="Work" className="px-0! pb-2!">
      <div className="px-5 sm:px-6">
        <CardHeading
          title="What waits for you"
          action={
            <span className="flex min-h-11 items-center gap-3 text-sm text-ink-soft">
              <output>{changes.join(', ')}</output>
              {changes.length > 0 && (
                <Button variant="secondary" aria-keyshortcuts="r" onClick={queue.show}>
                  Show
                </Button>
              )}
            </span>
          }
        />
        <Filters all={all} kind={kind} onChoose={queue.narrow} />
      </div>
      <div
        className={classes(LEAST_HEIGHT, queue.isBeside && openKind !== null && classes(LIST_AND_PANEL, 'pr-4 pb-2'))}
      >
        <div className="min-w-0">
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
          <ul aria-label="Queue" data-queue-list className="divide-y divide-hairline">
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
        <Suspense fallback={<PanelLoading isBeside={queue.isBeside && openKind !== null} />}>
          {hasOrders && (
            <QueueOrders
              openId={openOrder}
              others={lookersText(lookers.get(openOrder ?? ''))}
              review={review}
              queue={queue}
            />
          )}
          {opened !== null && openKind === 'record' && (
            <QueueRecord opened={opened} item={rows.find(({ id }) => id === opened.row)?.item} queue={queue} />
          )}
        </Suspense>
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

/** The place of the panel, until its code is there. */
function PanelLoading({ isBeside }: { isBeside: boolean }) {
  return isBeside ? <SkeletonRows label="Loading the panel" rows={4} /> : null;
}

function emptyText(all: readonly Work[], kind: WorkKind | null): string {
  if (kind !== null) return 'Nothing of this kind waits.';
  return all.length === 0
    ? 'Nothing. Orders, payouts, refunds and networks need no decision at this moment.'
    : 'Nothing that your role decides on.';
}

/** The kinds of work that wait, each with its number; those of colleagues after one’s own. */
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
  const now = useNow();
  const chip = ({ kind: name, count, oldest }: Work) => (
    <Chip
      key={name}
      isOn={kind === name}
      label={WORK_WORDS[name].short}
      count={count}
      {...(oldest === null ? {} : { oldest: relativeText(oldest, now) })}
      onPress={() => onChoose(name)}
    />
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

function Chip({
  label,
  count,
  oldest,
  isOn,
  onPress,
}: {
  label: string;
  count?: number;
  /** How long the oldest waits, in words. */
  oldest?: string;
  isOn: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-card px-2.5 text-sm text-ink-soft hover:bg-sunk aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-ink lg:min-h-9"
    >
      {label}
      {count !== undefined && <span className="figures font-semibold text-ink">{countText(count)}</span>}
      {oldest !== undefined && <span className="text-xs whitespace-nowrap">oldest {oldest}</span>}
    </button>
  );
}

/** What was decided in this row, with its mark. */
function OutcomeText({ outcome: { tone, text } }: { outcome: Outcome }) {
  const Icon = TONE_ICON[tone];
  return (
    <span className={classes('font-medium', tone === 'success' ? 'text-success' : 'text-danger')}>
      <Icon className="mr-1 inline size-4 align-[-3px]" aria-hidden="true" />
      {text}
    </span>
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
  const { kind, since, nairaKobo, amount, currency, networkName, payeeName } = row.item;
  const isSerious = kind === 'sanctions' || kind === 'fence' || kind === 'recovery' || kind.startsWith('payouts-');
  const { isDone, outcome } = row;
  const isOver = isDone || outcome !== null;
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
          isOver && 'text-ink-soft',
        )}
      >
        <span className="min-w-0">
          <bdi className="block truncate text-[15px] font-semibold">{aboutText(row.item)}</bdi>
          <span className={classes('block', isSerious && !isOver ? 'text-danger' : 'text-ink-soft')}>
            {outcome !== null && <OutcomeText outcome={outcome} />}
            {outcome === null && (isDone ? 'No longer waits' : WORK_WORDS[kind].short)}
            {since !== null && !isOver && <span className="text-ink-soft">, {relativeText(since, now)}</span>}
            {payeeName !== undefined && !isOver && (
              <span className={NAME_VERDICTS[payeeName].colour}>, {NAME_VERDICTS[payeeName].text}</span>
            )}
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
