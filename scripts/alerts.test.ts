// Each alert asks for metrics that the program has, fires on drawn metrics that it is for, is silent on a healthy gateway's, and has its page.
import { readFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { exposition, METRICS } from '../apps/server/src/platform/metrics.ts';
import { inRoot } from './lib/paths.mjs';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly runbook: string };
}

const read = (path: string): Promise<string> => readFile(inRoot(path), 'utf8');
const rules = async (): Promise<Rule[]> => parse(await read('deploy/prometheus/alerts.yml')).groups[0].rules;
/** Names of metrics: ours and a process's, and `up`, which Prometheus makes. */
const metricsIn = (expr: string): string[] => expr.match(/\b(?:kobogate|process)_\w+/g) ?? [];
const isOurs = (name: string): boolean =>
  Object.hasOwn(METRICS, name) || Object.hasOwn(METRICS, name.replace(/_bucket$/, ''));

test('[O8] each alert has its page, which says what to do, and says whether it wakes a person', async () => {
  const list = await read('docs/runbook/README.md');
  for (const { alert, labels, annotations, expr } of await rules()) {
    expect(annotations.runbook).toBe(`docs/runbook/${alert}.md`);
    const page = await read(annotations.runbook);
    expect(page, alert).toMatch(/^1\. /m);
    expect(page, alert).toContain(expr);
    expect(list).toContain(`(${alert}.md)`);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});

test('[O8] a page of the runbook names only pages of the team’s area that there are', async () => {
  const routes = await read('apps/web/src/admin/routes.tsx');
  const places = new Set([...routes.matchAll(/\bpath: '([\w-]+)'/g)].map(([, place]) => `/admin/${place}`));
  const named = new Set<string>();
  for (const { annotations } of await rules()) {
    const page = await read(annotations.runbook);
    for (const [place] of page.matchAll(/\/admin(?:\/[\w-]+)?/g)) named.add(place);
  }
  expect([...named].filter((place) => !places.has(place))).toEqual([]);
  expect(named.size).toBeGreaterThan(3);
});

test('[O8] rules and dashboard ask only for metrics that the program has', async () => {
  const { panels } = JSON.parse(await read('deploy/grafana/kobogate.json'));
  const expressions: string[] = [
    ...(await rules()).map(({ expr }) => expr),
    ...panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
  ];
  for (const expr of expressions) for (const name of metricsIn(expr)) expect(isOurs(name), name).toBe(true);
  const asked = new Set(expressions.flatMap(metricsIn).map((name) => name.replace(/_bucket$/, '')));
  // What nobody looks at is not worth a scrape.
  const unseen = Object.keys(METRICS).filter((name) => !asked.has(name));
  expect(unseen).toEqual(['process_start_time_seconds']);
});

/** An alert of the form `max by (label) (metric{label="value"}) > number`, as most are. */
const PLAIN =
  /^max(?: by \(\w+\))? ?\((?<name>\w+)(?:\{(?<label>\w+)="(?<text>[^"]*)"\})?\) (?<sign>>|==) (?<limit>[\d.]+)$/;

/** Whether a plain alert fires on a scrape. */
function fires(expr: string, scrape: string): boolean {
  const { name = '', label, text, sign, limit } = PLAIN.exec(expr)?.groups ?? {};
  const lines = scrape.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const values = lines
    .filter((line) => label === undefined || line.includes(`${label}="${text}"`))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)));
  return values.some((value) => (sign === '>' ? value > Number(limit) : value === Number(limit)));
}

test('[O8] each alert of a state fires on a scrape that it is for, and not on its limit', async () => {
  const plain = (await rules()).filter(({ expr }) => PLAIN.test(expr));
  expect(plain.length).toBeGreaterThanOrEqual(11);
  for (const { alert, expr } of plain) {
    const { name = '', label, text = '', sign, limit = '' } = PLAIN.exec(expr)?.groups ?? {};
    const scrape = (value: number): string =>
      exposition([{ name, labels: { network: 'base', ...(label === undefined ? {} : { [label]: text }) }, value }]);
    expect(fires(expr, scrape(Number(limit) + (sign === '>' ? 1 : 0))), alert).toBe(true);
    expect(fires(expr, scrape(sign === '>' ? Number(limit) : 0)), alert).toBe(false);
  }
});

test('[O8] the alert of a process that is down also fires where discovery no longer finds any', async () => {
  const down = (await rules()).find(({ alert }) => alert === 'KobogateDown');
  const parts = down?.expr.split(' or ') ?? [];
  // A container that has ended leaves the DNS, and with it `up`: a comparison of that alone has nothing to compare.
  expect(parts).toContain('absent(up{job="kobogate"})');
});

test('[O8] every alert has a drawn case for Prometheus’ own tool, in which it fires or does not', async ({ skip }) => {
  const cases: { name: string; alert_rule_test: { alertname: string }[] }[] = parse(
    await read('deploy/prometheus/alerts.test.yml'),
  ).tests;
  const names = (await rules()).map(({ alert }) => alert);
  expect(cases.map(({ name }) => name)).toEqual(['healthy', ...names]);
  expect(cases[0]?.alert_rule_test.map(({ alertname }) => alertname)).toEqual(names);
  const tool = process.env['PROMTOOL'];
  if (tool === undefined) return skip('PROMTOOL names no program; `npm test` looks for one');
  const { stdout } = await promisify(execFile)(tool, ['test', 'rules', inRoot('deploy/prometheus/alerts.test.yml')]);
  expect(stdout).toContain('SUCCESS');
});
