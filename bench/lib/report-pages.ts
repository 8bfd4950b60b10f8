import { CATEGORIES, type Line, type Reading } from './read-page.ts';
import type { Figure } from './results.ts';
import { PEER } from './stand-in-page.ts';
import { median, table } from './statistics.ts';

/** Its name in the tables. */
export const STAND_IN = `stand-in: a peer’s checkout of ${PEER.transferredBytes / 1000} kB in ${PEER.requests} requests`;
const ITSELF = 'that peer itself, as it was measured once';

/** A page on a network; `name` is its name in the tables. */
export interface Visit {
  readonly name: string;
  readonly line: Line;
  readonly url: string;
}

/** The median of the reported values; a round without one is left out. NaN where none was reported. */
function middle(all: readonly Reading[], of: (reading: Reading) => number): number {
  const seen = all.map(of).filter(Number.isFinite);
  return seen.length === 0 ? Number.NaN : median(seen);
}

/** The results of each page on the simulated network. Pure. */
export function pageTable(readings: ReadonlyMap<Visit, readonly Reading[]>): string {
  const head = ['page', ...CATEGORIES, 'LCP', 'TBT', 'CLS', 'transferred', 'requests'];
  const simulated = [...readings].filter(([{ line }]) => line === 'simulated');
  return table(
    head,
    simulated.map(([{ name }, all]) => rowOf(name, all)),
  );
}

/**
 * The results in words: each page on the simulated network; the largest paint of some on each network, the
 * payer's beside the stand-in and beside the peer that it stands for; and the payer's page beside a page of ours that a
 * script draws. Pure.
 */
export function reportPages(
  readings: ReadonlyMap<Visit, readonly Reading[]>,
  payerPath: string,
  scriptDrawn: string,
): string {
  const of = (wanted: string, line: Line): readonly Reading[] =>
    [...readings].find(([visit]) => visit.name === wanted && visit.line === line)?.[1] ?? [];
  const lcp = (name: string, line: Line): number => middle(of(name, line), ({ lcpMs }) => lcpMs);
  const lines: readonly Line[] = ['simulated', 'applied', 'slow3G'];
  const onEach = (name: string, words: (line: Line) => string): string[] => [name, ...lines.map(words)];
  const share = (line: Line, peerMs: number): string => (lcp(payerPath, line) / peerMs).toFixed(2);
  const paints = [
    ...['/', payerPath, STAND_IN].map((name) => onEach(name, (line) => seconds(lcp(name, line)))),
    onEach(ITSELF, (line) => seconds(PEER[line].lcpMs)),
    onEach('the payer’s page beside the stand-in', (line) => share(line, lcp(STAND_IN, line))),
    onEach('the payer’s page beside that peer itself', (line) => share(line, PEER[line].lcpMs)),
  ];
  const blocked = middle(of(STAND_IN, 'simulated'), ({ tbtMs }) => tbtMs).toFixed(0);
  return [
    pageTable(readings),
    table(['LCP', 'slow 4G, simulated', 'slow 4G, applied, HTTP/2', 'slow 3G, applied, HTTP/2'], paints),
    `the stand-in blocks for ${blocked} ms, simulated; that peer for ${PEER.simulated.tbtMs} ms`,
    ...[scriptDrawn, STAND_IN].map((peer) =>
      besides([payerPath, peer], of(payerPath, 'simulated'), of(peer, 'simulated')),
    ),
  ].join('\n\n');
}

/** A page's value as a share of its peer's, by the rounds' medians. */
function besides([path, beside]: readonly [string, string], own: readonly Reading[], peer: readonly Reading[]): string {
  const of = (reading: (reading: Reading) => number): string =>
    (middle(own, reading) / middle(peer, reading)).toFixed(2);
  const parts = [
    `LCP ${of(({ lcpMs }) => lcpMs)}`,
    `transferred ${of(({ bytes }) => bytes)}`,
    `requests ${of(({ requests }) => requests)}`,
  ];
  return `${path} beside ${beside}, simulated: ${parts.join(', ')}`;
}

/** The pages whose figures are kept. */
interface Pages {
  readonly payer: string;
  readonly pictured: string;
  readonly signIn: string;
  readonly dashboard: string;
}

/** The figures of the pages that stand in the README. Pure. */
export function pageFigures(readings: ReadonlyMap<Visit, readonly Reading[]>, pages: Pages): Figure[] {
  const of = (name: string, line: Line, what: (reading: Reading) => number): number =>
    middle([...readings].find(([visit]) => visit.name === name && visit.line === line)?.[1] ?? [], what);
  const lcp = ({ lcpMs }: Reading): number => lcpMs;
  const tbt = ({ tbtMs }: Reading): number => tbtMs;
  const inSeconds = (name: string, line: Line): number => of(name, line, lcp) / 1000;
  const beside = (line: Line): number => of(pages.payer, line, lcp) / of(STAND_IN, line, lcp);
  return [
    {
      what: 'the payer’s page, transferred without pictures',
      value: of(pages.payer, 'simulated', ({ bytes }) => bytes) / 1000,
      unit: 'kB',
      goal: { atMost: 20 },
      and: [{ what: 'requests', value: of(pages.payer, 'simulated', ({ requests }) => requests), unit: '' }],
    },
    {
      what: '… its largest paint beside a stand-in of a peer’s 215 kB in 29 requests',
      value: beside('simulated'),
      unit: '×',
      goal: { atMost: 1 / 3 },
      and: [{ value: inSeconds(pages.payer, 'simulated'), unit: 's' }],
    },
    {
      what: '… the same on a slow 4G, really slow, over HTTP/2',
      value: beside('applied'),
      unit: '×',
      goal: { atMost: 0.25 },
      and: [{ value: inSeconds(pages.payer, 'applied'), unit: 's' }],
    },
    {
      what: '… with two pictures, on the same line',
      value: inSeconds(pages.pictured, 'applied'),
      unit: 's',
      goal: { atMost: 1.2 },
    },
    { what: '… main thread blocked', value: of(pages.payer, 'simulated', tbt), unit: 'ms', goal: { atMost: 50 } },
    {
      what: 'the landing page, largest paint, simulated slow 4G',
      value: inSeconds('/', 'simulated'),
      unit: 's',
      goal: { atMost: 0.9 },
    },
    {
      what: 'signing in, the same',
      value: inSeconds(pages.signIn, 'simulated'),
      unit: 's',
      goal: { atMost: 1 },
    },
    {
      what: 'the dashboard, the same',
      value: inSeconds(pages.dashboard, 'simulated'),
      unit: 's',
      goal: { atMost: 2 },
    },
    { what: '… main thread blocked', value: of(pages.dashboard, 'simulated', tbt), unit: 'ms', goal: { atMost: 80 } },
  ];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;

function rowOf(path: string, all: readonly Reading[]): string[] {
  return [
    path,
    ...CATEGORIES.map((_, index) => middle(all, ({ scores }) => scores[index] ?? 0).toFixed(0)),
    seconds(middle(all, ({ lcpMs }) => lcpMs)),
    `${middle(all, ({ tbtMs }) => tbtMs).toFixed(0)} ms`,
    middle(all, ({ cls }) => cls).toFixed(3),
    `${(middle(all, ({ bytes }) => bytes) / 1000).toFixed(1)} kB`,
    middle(all, ({ requests }) => requests).toFixed(0),
  ];
}
