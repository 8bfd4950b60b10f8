import { monitorEventLoopDelay } from 'node:perf_hooks';

export type Labels = Readonly<Record<string, string>>;
/** A value that is read when it is asked for. */
export interface Sample {
  readonly name: string;
  readonly labels?: Labels;
  readonly value: number;
}

export interface Metrics {
  /** Counts an answer of the API. `route` is the pattern, never the path: paths have no end. */
  countAnswer(answer: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    /** Null where it says nothing of how quick the answer was: a stream lasts as long as its reader likes. */
    readonly seconds: number | null;
  }): void;
  /**
   * Adds what is read at each scrape; while it fails, or takes longer than five seconds, its metrics are missing, and
   * `kobogate_measures_failed_total` counts.
   */
  addMeasures(read: () => Promise<readonly Sample[]>): void;
  /** The present value of every metric. Never throws. */
  samples(): Promise<readonly Sample[]>;
  /** The same in Prometheus' text format 0.0.4. Never throws. */
  text(): Promise<string>;
}

/** Every metric: its kind and what it says. A name that is not here is refused. */
export const METRICS = {
  process_start_time_seconds: ['gauge', 'When the process started, in seconds since 1970.'],
  process_cpu_seconds_total: ['counter', 'Processor time that the process used.'],
  process_resident_memory_bytes: ['gauge', 'Memory that the process holds.'],
  kobogate_event_loop_lag_seconds: ['gauge', 'How late its work began, the 99th percentile since the last scrape.'],
  kobogate_http_answers_total: [
    'counter',
    'Answers of the API by method, route and status; 499: the caller left before it.',
  ],
  kobogate_http_answer_seconds: ['histogram', 'How long an answer took, streams left out.'],
  kobogate_measures_failed_total: ['counter', 'Scrapes in which the database did not answer.'],
  kobogate_events_waiting: ['gauge', 'Events that are due and not handled.'],
  kobogate_events_oldest_seconds: ['gauge', 'How long the oldest event that is due waits.'],
  kobogate_events_dead: ['gauge', 'Events that were given up on.'],
  kobogate_timer_late_seconds: ['gauge', 'How long ago a run of the repeated work should have ended well, by timer.'],
  kobogate_rows_without_month: ['gauge', 'Rows of the last day that are in no month’s part of their table, by table.'],
  kobogate_payouts_open: ['gauge', 'Payouts that have no outcome yet, by state.'],
  kobogate_payouts_oldest_seconds: ['gauge', 'How long the oldest of them is in the books, by state.'],
  kobogate_watcher_behind_blocks: ['gauge', 'Blocks of the network that were not read yet.'],
  kobogate_watcher_silent_seconds: ['gauge', 'How long ago the network’s watcher last noted anything.'],
  kobogate_watcher_stalled: ['gauge', '1 while the network’s watcher waits for its node.'],
  kobogate_fence_up: ['gauge', '1 while nothing may leave.'],
  kobogate_books_differ: ['gauge', '1 where the last day that was compared by itself differs.'],
  kobogate_books_compared_seconds: ['gauge', 'How long ago a day was last compared with banks and chains.'],
  kobogate_rates_seconds: ['gauge', 'How old the newest rate of any source is.'],
  kobogate_rail_float_naira: ['gauge', 'The float that a payout rail last reported.'],
  kobogate_rail_float_low: ['gauge', '1 while a rail’s float is below LOW_FLOAT_KOBO.'],
} as const satisfies Readonly<Record<string, readonly ['gauge' | 'counter' | 'histogram', string]>>;

/** Prometheus waits ten seconds for a scrape, and takes a process that answers later for one that is down. */
const LONGEST_READ_MS = 5_000;

/** What a source says in time. Rejects where it fails, or says nothing until then. */
async function inTime(read: () => Promise<readonly Sample[]>): Promise<readonly Sample[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), LONGEST_READ_MS);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Without a route, such as a page that does not exist. */
export const NO_ROUTE = 'none';

const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

/** One line of the text format. Pure. */
function line({ name, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escape(text)}"`);
  return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
}

/** Samples in the text format, grouped under each metric's help. Throws for a name that is not in `METRICS`. Pure. */
export function exposition(samples: readonly Sample[]): string {
  const isOf = (metric: string, kind: string, { name }: Sample): boolean =>
    kind === 'histogram' ? name.replace(/_(?:bucket|sum|count)$/, '') === metric : name === metric;
  let left = samples;
  const text = Object.entries(METRICS).map(([metric, [kind, help]]) => {
    const own = left.filter((sample) => isOf(metric, kind, sample));
    left = left.filter((sample) => !isOf(metric, kind, sample));
    if (own.length === 0) return '';
    return `# HELP ${metric} ${help}\n# TYPE ${metric} ${kind}\n${own.map(line).join('\n')}\n`;
  });
  if (left[0] !== undefined) throw new Error(`${left[0].name} is no metric of this program`);
  return text.join('');
}

/** The metrics of this process, and those that every process reads from the shared database. */
export function createMetrics(): Metrics {
  const answers = new Map<string, { readonly labels: Labels; count: number }>();
  const durations = new Map<
    string,
    { readonly route: string; readonly counts: number[]; sum: number; count: number }
  >();
  const sources: (() => Promise<readonly Sample[]>)[] = [];
  const lag = monitorEventLoopDelay({ resolution: 20 });
  let isWatched = false;
  let failed = 0;

  function own(): Sample[] {
    const { user, system } = process.cpuUsage();
    // It wakes the process fifty times a second: only for who reads it.
    const late = isWatched ? lag.percentile(99) / 1e9 : 0;
    if (!isWatched) isWatched = lag.enable();
    lag.reset();
    return [
      { name: 'process_start_time_seconds', value: (Date.now() - process.uptime() * 1000) / 1000 },
      { name: 'process_cpu_seconds_total', value: (user + system) / 1e6 },
      { name: 'process_resident_memory_bytes', value: process.memoryUsage.rss() },
      { name: 'kobogate_event_loop_lag_seconds', value: Number.isFinite(late) ? late : 0 },
      ...[...answers.values()].map(({ labels, count }) => ({
        name: 'kobogate_http_answers_total',
        labels,
        value: count,
      })),
      ...[...durations.values()].flatMap(ofDuration),
    ];
  }

  async function measured(): Promise<readonly Sample[]> {
    const found = await Promise.all(
      sources.map((read) =>
        inTime(read).catch(() => {
          failed += 1;
          return [];
        }),
      ),
    );
    return found.flat();
  }

  async function samples(): Promise<readonly Sample[]> {
    const shared = await measured();
    return [...own(), ...shared, { name: 'kobogate_measures_failed_total', value: failed }];
  }

  return {
    countAnswer: ({ method, route, status, seconds }) => {
      const key = `${method} ${route} ${status}`;
      const answer = answers.get(key) ?? { labels: { method, route, status: String(status) }, count: 0 };
      answer.count += 1;
      answers.set(key, answer);
      if (seconds === null) return;
      const of = durations.get(route) ?? { route, counts: BUCKETS.map(() => 0), sum: 0, count: 0 };
      durations.set(route, of);
      of.sum += seconds;
      of.count += 1;
      for (const [index, most] of BUCKETS.entries())
        if (seconds <= most) of.counts[index] = (of.counts[index] ?? 0) + 1;
    },
    addMeasures: (read) => void sources.push(read),
    samples,
    text: async () => exposition(await samples()),
  };
}

function ofDuration({
  route,
  counts,
  sum,
  count,
}: {
  readonly route: string;
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
}): Sample[] {
  const name = 'kobogate_http_answer_seconds';
  return [
    ...BUCKETS.map((most, index) => ({
      name: `${name}_bucket`,
      labels: { route, le: String(most) },
      value: counts[index] ?? 0,
    })),
    { name: `${name}_bucket`, labels: { route, le: '+Inf' }, value: count },
    { name: `${name}_sum`, labels: { route }, value: sum },
    { name: `${name}_count`, labels: { route }, value: count },
  ];
}
