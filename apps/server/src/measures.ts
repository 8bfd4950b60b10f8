import { measureBooks } from './books/index.ts';
import { findFence } from './controls/index.ts';
import { listWatchers } from './custody/index.ts';
import { listFloats } from './payouts/index.ts';
import type { Base } from './platform/base.ts';
import type { Labels, Sample } from './platform/metrics.ts';
import { countStrayRows } from './platform/months.ts';
import { measureEvents } from './platform/queue-store.ts';
import { newestTickAt } from './pricing/index.ts';

/** Several scrapers, or one that is eager, cost the database no more than one. */
const KEPT_MS = 5_000;

interface MeasuresNeeds extends Pick<Base, 'database' | 'clock'> {
  /** The networks and rails of the configuration: what others noted before they were taken out of it is not told. */
  readonly networks: ReadonlySet<string>;
  readonly rails: ReadonlySet<string>;
}

/**
 * What an operator watches of the shared state: queue, payouts, watchers, fence, books, rates and floats. Each statement
 * reads by an index; the answer is kept for five seconds.
 */
export function createMeasures(needs: MeasuresNeeds): () => Promise<readonly Sample[]> {
  const { clock } = needs;
  let kept: { readonly at: number; readonly samples: Promise<readonly Sample[]> } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (kept === null || now - kept.at > KEPT_MS || now < kept.at) {
      const samples = read(needs);
      kept = { at: now, samples };
      // A failure is not kept.
      samples.catch(() => {
        kept = null;
      });
    }
    return kept.samples;
  };
}

async function read({ database, clock, networks, rails }: MeasuresNeeds): Promise<readonly Sample[]> {
  const now = clock.now().getTime();
  const [events, books, watchers, fence, floats, rateAt, strayNotices, strayLines] = await Promise.all([
    measureEvents(database),
    measureBooks(database),
    listWatchers(database),
    findFence(database),
    listFloats(database),
    newestTickAt(database),
    countStrayRows({ database, clock }, 'notification'),
    countStrayRows({ database, clock }, 'order_event'),
  ]);
  const watched = watchers.filter(({ network }) => networks.has(network));
  const connected = floats.filter(({ rail }) => rails.has(rail));
  const age = (at: Date): number => Math.max(0, (now - at.getTime()) / 1000);
  const gauge = (name: string, value: number | null, labels: Labels = {}): Sample | null =>
    value === null ? null : { name, labels, value };
  const samples = [
    gauge('kobogate_events_waiting', events.waiting),
    gauge('kobogate_events_oldest_seconds', events.oldestAt === null ? 0 : age(events.oldestAt)),
    gauge('kobogate_events_dead', events.dead),
    gauge('kobogate_rows_without_month', strayNotices, { table: 'notification' }),
    gauge('kobogate_rows_without_month', strayLines, { table: 'order_event' }),
    ...books.payouts.flatMap(({ state, count, oldestAt }) => [
      gauge('kobogate_payouts_open', count, { state }),
      gauge('kobogate_payouts_oldest_seconds', oldestAt === null ? 0 : age(oldestAt), { state }),
    ]),
    gauge('kobogate_books_differ', books.differ === null ? null : Number(books.differ)),
    gauge('kobogate_books_compared_seconds', books.comparedAt === null ? null : age(books.comparedAt)),
    ...watched.flatMap(({ network, height, headHeight, checkedAt, stalled }) => [
      gauge(
        'kobogate_watcher_behind_blocks',
        height === null || headHeight === null ? null : Math.max(0, Number(headHeight - height)),
        { network },
      ),
      gauge('kobogate_watcher_silent_seconds', checkedAt === null ? null : age(checkedAt), { network }),
      gauge('kobogate_watcher_stalled', stalled === null ? 0 : 1, { network }),
    ]),
    gauge('kobogate_fence_up', fence === null ? 0 : 1),
    ...connected.flatMap(({ rail, floatKobo, lowSince }) => [
      gauge('kobogate_rail_float_naira', Number(floatKobo) / 100, { rail }),
      gauge('kobogate_rail_float_low', lowSince === null ? 0 : 1, { rail }),
    ]),
    gauge('kobogate_rates_seconds', rateAt === null ? null : age(rateAt)),
  ];
  return samples.filter((sample) => sample !== null);
}
