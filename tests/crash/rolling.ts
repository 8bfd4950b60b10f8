import { freePort } from '../support/free-port.ts';
import { signUp } from '../support/people.ts';
import { createCall } from '../support/http.ts';
import { eventually } from '../support/wait.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { settleAndCompare } from './compare.ts';
import type { HarmedDatabase } from './databases.ts';
import { GOAL_MS, watchHandOvers } from './hand-overs.ts';
import { startLoad } from './load.ts';
import { type Layout, type Parts, startParts } from './parts.ts';
import { startPayers } from './payers.ts';
import { quantile, say } from './report.ts';

const NODES = ['one', 'two', 'three'] as const;
const PEOPLE = 4;
/** Customers who convert all the time, so that coins and payouts are under way in each restart. */
const CUSTOMERS = 2;
/** As long as the balancer needs to see it, several times over. */
const DRAIN_SECONDS = 3;
const LONGEST_START_MS = 180_000;
interface Restarts {
  /** How often a server was restarted so far, and is used again. */
  readonly count: () => number;
  /** Resolves when the last one is used again. */
  stop(): Promise<void>;
}

/** Restarts one server after the other, again and again. */
function restartInTurn(parts: Parts, { servers }: Layout, balancer: Balancer): Restarts {
  const stopping = new AbortController();
  let count = 0;
  async function go(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { name, port = 0 } = servers[count % servers.length] ?? { name: '' };
      const start = performance.now();
      await parts.restart(name);
      await eventually(`${name} is used again`, async () => balancer.isUsed(port), { limitMs: LONGEST_START_MS });
      count += 1;
      say(`restart ${count}, ${name}: used again after ${((performance.now() - start) / 1000).toFixed(1)} s`);
    }
  }
  const going = go();
  return {
    count: () => count,
    stop: async () => {
      stopping.abort();
      await going;
    },
  };
}

const describe = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other);
  if (sorted.length === 0) return 'none';
  return `${sorted.length}, ${Math.round(quantile(sorted, 0.5))} ms in the median, ${Math.round(sorted.at(-1) ?? 0)} ms at most`;
};

/**
 * Three servers behind a load balancer are restarted one after the other, again and again, while callers send so many
 * requests, follow streams and convert coins. Answers what is wrong at the end, a sentence each.
 */
export async function restartUnderLoad(
  folder: string,
  database: HarmedDatabase,
  requests: number,
): Promise<readonly string[]> {
  const ports = await Promise.all(NODES.map(() => freePort()));
  const balancer = await startBalancer(ports);
  const layout = {
    servers: NODES.map((name, at) => ({ name, roles: 'api,worker,watcher', port: ports[at] ?? 0 })),
    frontPort: balancer.port,
    haveOwnFolders: true,
    drainSeconds: DRAIN_SECONDS,
  };
  let url = '';
  const told: HarmedDatabase = { ...database, start: async () => (url = await database.start()) };
  const parts = await startParts(folder, told, layout);
  try {
    const front = async (): Promise<boolean> => ports.every((port) => balancer.isUsed(port));
    await eventually('all servers are used', front, { limitMs: LONGEST_START_MS });
    const service = { call: createCall(parts.apiBase), sandbox: parts.sandbox };
    const tokens: string[] = [];
    for (let left = PEOPLE; left > 0; left -= 1) tokens.push((await signUp(service)).token);
    const payers = await startPayers(parts, CUSTOMERS);
    const readHandOvers = await watchHandOvers(url);
    const start = performance.now();
    const restarts = restartInTurn(parts, layout, balancer);
    // Each server is restarted once at least.
    const isEnough = (sent: number): boolean => sent >= requests && restarts.count() >= NODES.length;
    const load = startLoad({ port: balancer.port, tokens, isEnough });
    await load.ended;
    const seconds = (performance.now() - start) / 1000;
    await restarts.stop();
    const wrong = [...(await settleAndCompare(parts, payers))];
    const handOvers = await readHandOvers();
    const { failed, streams } = load;
    const slow = [...handOvers.released, ...handOvers.given].filter((ms) => ms > GOAL_MS).length;
    wrong.push(
      ...[...failed].map(([fault, times]) => `${times} requests failed: ${fault}`),
      ...balancer.cuts.map((cut) => `a server cut a request off: ${cut}`),
      ...(streams.failed > 0 ? [`${streams.failed} times a stream was not served`] : []),
      ...(slow > 0 ? [`${slow} leases were without a watcher for more than ${GOAL_MS} ms`] : []),
      ...(handOvers.expired > 0 ? [`${handOvers.expired} leases ran out before another process took them`] : []),
      ...handOvers.trails,
    );
    for (const line of wrong) say(line);
    say(
      `${load.done()} requests in ${seconds.toFixed(0)} s, ${[...failed.values()].reduce((sum, times) => sum + times, 0)} failed`,
    );
    say(`${restarts.count()} restarts; ${streams.moved} streams moved, ${streams.failed} failed`);
    say(
      `leases released: ${describe(handOvers.released)} (goal ${GOAL_MS} ms); given to another: ${describe(handOvers.given)}`,
    );
    say(`leases held at the end: ${handOvers.counts.join(', ')}`);
    say(`${payers.orders.length} orders paid during the restarts`);
    return wrong;
  } finally {
    await parts.stop();
    balancer.close();
  }
}
