// What Prometheus reads is of its format, counts what was answered, and never fails with the database.
import { expect, test, vi } from 'vitest';
import { createMetrics, exposition } from './metrics.ts';

const lines = (text: string, name: string): string[] => text.split('\n').filter((line) => line.startsWith(name));

test('[O8] answers are counted by method, route and status, their times in rising buckets', async () => {
  const metrics = createMetrics();
  for (const seconds of [0.01, 0.3, 20])
    metrics.countAnswer({ method: 'GET', route: '/api/user', status: 200, seconds });
  metrics.countAnswer({ method: 'GET', route: '/api/user', status: 503, seconds: 0.01 });
  const text = await metrics.text();
  expect(lines(text, 'kobogate_http_answers_total')).toEqual([
    'kobogate_http_answers_total{method="GET",route="/api/user",status="200"} 3',
    'kobogate_http_answers_total{method="GET",route="/api/user",status="503"} 1',
  ]);
  const buckets = lines(text, 'kobogate_http_answer_seconds_bucket').map((line) => Number(line.split(' ')[1]));
  expect(buckets).toEqual([0, 2, 2, 2, 3, 3, 3, 3, 3, 4]);
  expect(lines(text, 'kobogate_http_answer_seconds_count')).toEqual([
    'kobogate_http_answer_seconds_count{route="/api/user"} 4',
  ]);
});

test('[O8] each metric has its help and type once, right above it, and labels are escaped', () => {
  const text = exposition([
    { name: 'kobogate_fence_up', value: 1 },
    { name: 'kobogate_payouts_open', labels: { state: 'a"b\\c\nd' }, value: 2 },
  ]);
  expect(text).toBe(
    '# HELP kobogate_payouts_open Payouts that have no outcome yet, by state.\n# TYPE kobogate_payouts_open gauge\n' +
      'kobogate_payouts_open{state="a\\"b\\\\c\\nd"} 2\n' +
      '# HELP kobogate_fence_up 1 while nothing may leave.\n# TYPE kobogate_fence_up gauge\nkobogate_fence_up 1\n',
  );
  expect(() => exposition([{ name: 'kobogate_other', value: 1 }])).toThrow('kobogate_other is no metric');
});

test('[O8] without a database the rest is still told, and that it failed', async () => {
  const metrics = createMetrics();
  metrics.addMeasures(() => Promise.reject(new Error('gone')));
  const text = await metrics.text();
  expect(text).toContain('kobogate_measures_failed_total 1');
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test('[O8] while the database says nothing a scrape is answered in half of the time that Prometheus waits, and that it failed', async () => {
  vi.useFakeTimers();
  try {
    const metrics = createMetrics();
    metrics.addMeasures(() => new Promise(() => undefined));
    const text = metrics.text();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await text).toContain('kobogate_measures_failed_total 1');
  } finally {
    vi.useRealTimers();
  }
});
