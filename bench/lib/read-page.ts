import lighthouse, { type Flags, type Result } from 'lighthouse';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's results of one visit: scores of 100, times in milliseconds, bytes over the wire. */
export interface Reading {
  readonly scores: readonly number[];
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly bytes: number;
  readonly requests: number;
}

// By how much Lighthouse 12 lengthens a line's round trip to what the browser then waits for each request, and how much
// of its throughput it leaves, where the browser is really slowed.
const LATENCY_FACTOR = 3.75;
const THROUGHPUT_FACTOR = 0.9;

const appliedLine = (rttMs: number, throughputKbps: number): Flags => ({
  throttlingMethod: 'devtools',
  throttling: {
    rttMs,
    throughputKbps,
    requestLatencyMs: rttMs * LATENCY_FACTOR,
    downloadThroughputKbps: throughputKbps * THROUGHPUT_FACTOR,
    uploadThroughputKbps: throughputKbps * THROUGHPUT_FACTOR,
    cpuSlowdownMultiplier: 4,
  },
});

/**
 * How the network and the phone's processor are slow: computed by Lighthouse from a quick visit (its slow 4G), or
 * really, in the browser, on the same network, or on slow 3G.
 */
export const LINES = {
  simulated: { throttlingMethod: 'simulate' },
  applied: appliedLine(150, 1638.4),
  slow3G: appliedLine(400, 400),
} as const satisfies Readonly<Record<string, Flags>>;
export type Line = keyof typeof LINES;

/** On a busy machine a browser sometimes loses the beginning of its own record. */
const TRIES = 3;

/**
 * Lighthouse's phone on a first visit, in the browser whose debugging port this is: its cache is emptied, its local
 * storage kept. A time that the browser did not report is NaN. Throws where Lighthouse failed three times.
 */
export async function readPage(url: string, port: number, line: Line): Promise<Reading> {
  for (let tries = 1; ; tries += 1) {
    const onlyCategories = line === 'simulated' ? [...CATEGORIES] : ['performance'];
    const result = await lighthouse(url, { ...LINES[line], port, onlyCategories, logLevel: 'error' });
    const trouble = result === undefined ? 'it says nothing' : result.lhr.runtimeError?.message;
    if (result !== undefined && trouble === undefined) return toReading(result.lhr);
    if (tries === TRIES) throw new Error(`Lighthouse could not look at ${url}: ${trouble}`);
  }
}

function toReading({ audits, categories }: Result): Reading {
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  const requests = audits['network-requests']?.details;
  return {
    scores: CATEGORIES.map((name) => (categories[name]?.score ?? 0) * 100),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    requests: requests?.type === 'table' ? requests.items.length : Number.NaN,
  };
}
