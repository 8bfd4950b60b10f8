import { endpoints } from '@kobogate/contract';
import { newId } from '../../apps/server/src/platform/identifiers.ts';
import type { Task } from '../machine/gate.ts';
import { faults } from '../machine/pg.ts';
import { calmMood } from '../world/bank.ts';
import { ADMINS } from '../world/people.ts';
import type { Server, World } from '../world/world.ts';
import { handleDue } from './handle-due.ts';
import { refreshRates } from './people-acts.ts';
import { type Act, anyServer, type Scene } from './scene.ts';

const NOTHING: readonly Task[] = [];
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const MOST_SERVERS = 3;

/** What chains, banks, machines and time do. */
export const mine: Act = async ({ world, draw }) => {
  const chain = draw.of(world.chains);
  for (let blocks = draw.below(3) + 1; blocks > 0; blocks -= 1) chain.mine();
  return NOTHING;
};

export const reorganise: Act = async ({ world, draw }) => {
  draw.of(world.chains).reorganise(draw.chance(0.5) ? draw.below(2) + 1 : draw.below(6) + 3);
  return NOTHING;
};

/** Lets a server's watchers look at their chains, some polls in a row. */
export const watch: Act = async (scene) => {
  const server = anyServer(scene);
  if (server !== null) await lookAtChains(scene.world, server, 2);
  return NOTHING;
};

/** Lets a server's watchers look so many times. */
export async function lookAtChains(world: World, server: Server, times: number): Promise<void> {
  for (let left = times; left > 0 && !server.process.isDead; left -= 1) {
    await world.pass(SECOND);
    world.gate.poll(server.process);
    await world.gate.settle([]);
  }
}

export const handleEvents: Act = async (scene) => {
  const server = anyServer(scene);
  return server === null ? NOTHING : handleDue(scene.world, server);
};

/** Blocks come, servers see them and handle what follows, and banks pay and call back: what happens most of the time. */
export const goOn: Act = async (scene) => {
  const { world, draw } = scene;
  for (const chain of world.chains) for (let blocks = draw.of([1, 2, 3, 3, 3]); blocks > 0; blocks -= 1) chain.mine();
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  await lookAtChains(world, server, 2);
  if (draw.chance(0.3)) await refreshRates(world, server);
  for (let waves = draw.below(3) + 1; waves > 0; waves -= 1) {
    const next = anyServer(scene);
    if (next === null || next.process.isDead) return NOTHING;
    await world.gate.settle(await handleDue(world, next));
  }
  if (draw.chance(0.4)) for (const bank of world.banks) bank.act('pays');
  return draw.chance(0.4) ? bankCallsBack(scene) : NOTHING;
};

/** What is repeated by itself, as often as it matters here. */
const TIMERS = [
  'expire-orders',
  'return-unanswered',
  'resume-payouts',
  'compare-departures',
  'read-bank-lists',
  'refresh-rates',
  'refresh-rates',
];

export const runTimer: Act = async (scene) => {
  const server = anyServer(scene);
  const name = scene.draw.of(TIMERS);
  return server === null ? NOTHING : [beginTimer(scene.world, server, name)];
};

/** Begins a room's repeated work. */
export function beginTimer(world: World, server: Server, name: string): Task {
  const timer = server.rooms.work.timers.find((each) => each.name === name);
  if (timer === undefined) throw new Error(`no timer ${name}`);
  return world.begin(server.process, timer.run);
}

export const bankWorks: Act = async ({ world, draw }) => {
  draw.of(world.banks).act(draw.of(['pays', 'pays', 'pays', 'fails', 'reverses']));
  return NOTHING;
};

/** A provider calls back about a transfer: about a known one again, late, or twice. */
export const bankCallsBack: Act = async (scene) => {
  const { world, draw } = scene;
  const server = anyServer(scene);
  const bank = draw.of(world.banks);
  const known = [...bank.books.keys()];
  const reference = bank.callbacks.shift() ?? (known.length > 0 ? draw.of(known) : undefined);
  if (server === null || reference === undefined) return NOTHING;
  world.note('callback');
  return [beginCallback(world, server, bank.name, reference)];
};

/** Begins to take a provider's callback. */
export function beginCallback(world: World, server: Server, bank: string, reference: string): Task {
  const receive = server.rooms.api.callbacks[`/callbacks/${bank}`];
  if (receive === undefined) throw new Error(`no callbacks of ${bank}`);
  return world.begin(server.process, () => receive({ body: Buffer.from(reference), header: () => undefined }));
}

export const bankMisbehaves: Act = async ({ world, draw }) => {
  const { mood } = draw.of(world.banks);
  mood.isDown = draw.chance(0.15);
  mood.refuses = draw.of([0, 0, 0.3]);
  mood.loses = draw.of([0, 0.3, 0.8]);
  mood.silent = draw.of([0, 0, 0.4]);
  mood.deniesEarly = draw.of([0, 0.5]);
  mood.contradicts = draw.of([0, 0, 0, 0, 0.1]);
  return NOTHING;
};

/** All banks take what they are sent, and deny most of it for some minutes. */
export const banksDeny: Act = async ({ world }) => {
  for (const { mood } of world.banks) Object.assign(mood, calmMood(), { deniesEarly: 0.9 });
  return NOTHING;
};

export const nodeFails: Act = async ({ world, draw }) => {
  draw.of(world.chains).faulty = draw.of([0, 0.3]);
  return NOTHING;
};

export const rateMoves: Act = async ({ world, draw }) => {
  world.around.dollar = draw.of([1600, 1590, 1590, 1610, 1610, 1500, 1700, 1450]);
  world.around.ratesFail = draw.of([0, 0, 0.5]);
  world.note('rate moves');
  return NOTHING;
};

export const mailFails: Act = async ({ world, draw }) => {
  world.around.mailFails = draw.of([0, 0.5]);
  return NOTHING;
};

export const timePasses: Act = async ({ world, draw }) => {
  const milliseconds = draw.of([
    SECOND,
    9 * SECOND,
    31 * SECOND,
    2 * MINUTE,
    6 * MINUTE,
    16 * MINUTE,
    21 * MINUTE,
    3 * HOUR,
    25 * HOUR,
  ]);
  await world.pass(draw.below(milliseconds) + 1);
  return NOTHING;
};

/** About as long as what waits for a bank waits. */
export const minutePasses: Act = async ({ world, draw }) => {
  await world.pass(draw.of([5 * SECOND, 31 * SECOND, 2 * MINUTE, 16 * MINUTE]) + draw.below(SECOND));
  return NOTHING;
};

/** As long as a rate is locked, and more; then a server asks for today's. */
export const hourPasses: Act = async (scene) => {
  await scene.world.pass(HOUR);
  const server = anyServer(scene);
  if (server !== null) await refreshRates(scene.world, server);
  return NOTHING;
};

export const clockIsWrong: Act = async (scene) => {
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  server.process.skewMs = scene.draw.of([0, -2 * MINUTE, 2 * MINUTE, -20 * MINUTE, HOUR, -24 * HOUR, 24 * HOUR]);
  if (server.process.skewMs !== 0) scene.world.note('a clock is wrong');
  return NOTHING;
};

export const die: Act = async (scene) => {
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  scene.world.note('crash at rest');
  await scene.world.crash(server);
  return NOTHING;
};

/** Arms a death at one of the next steps that a process takes outside of itself. */
export const willDie: Act = async (scene) => {
  const server = anyServer(scene);
  if (server === null) return NOTHING;
  server.process.death = { left: scene.draw.below(40), isAfter: scene.draw.chance(0.5) };
  return NOTHING;
};

/** The calls at which a death, or a long wait, is worst. */
const CALLS = [
  / send$/,
  / send$/,
  / send answers$/,
  / send answers$/,
  / find answers$/,
  /commit$/,
  /remove-events$/,
  /^mail$/,
];

/** Whichever process comes to one of the calls that matter most dies there. */
export const willDieAtCall: Act = async ({ draw, world }) => {
  world.gate.strike = { left: draw.of([0, 0, 0, 1]), isAfter: draw.chance(0.5), at: draw.of(CALLS) };
  return NOTHING;
};

/** One of the next calls hangs until it goes on: the process is stalled there, or the answer is on its way for as long. */
export const callHangs: Act = async ({ draw, world }) => {
  world.gate.hang(draw.of([/ send$/, / send$/, / send$/, / send answers$/, / find answers$/, /^mail$/, / look$/]));
  return NOTHING;
};

export const callGoesOn: Act = async ({ world }) => {
  if (world.gate.goOn() > 0) world.note('a call hangs long');
  return NOTHING;
};

export const startServer: Act = async ({ world }) => {
  if (world.servers.length < MOST_SERVERS) await world.start();
  return NOTHING;
};

/** From now on time may pass between any two steps of any work. */
export const stall: Act = async ({ draw, memory }) => {
  memory.stall = draw.of([0, 0, 0.01, 0.03]);
  return NOTHING;
};

/** From now on some statements lose their connection, before or after they took effect. */
export const loseDatabase: Act = async ({ draw, memory, world }) => {
  memory.lossy = draw.of([0, 0, 0.02, 0.05]);
  faults.draw = () => {
    if (!world.draw.chance(memory.lossy)) return 'none';
    world.note('a connection is lost');
    return world.draw.chance(0.5) ? 'lost-before' : 'lost-after';
  };
  return NOTHING;
};

export const makeBackup: Act = async ({ world, memory }) => {
  memory.backup = await world.books.snapshot();
  memory.backupAt = world.machine.nowMs;
  return NOTHING;
};

/** All servers end, the database becomes what it was, and a server starts on it. */
export async function restoreBackup({ world, memory }: Scene): Promise<boolean> {
  if (memory.backup === null) return false;
  for (const server of world.servers.slice()) await world.crash(server);
  memory.seen = [];
  world.note('restore');
  await world.putBack(memory.backup);
  return true;
}

/** A node refuses to trace from now on, or traces again. */
export const traceOrNot: Act = async ({ world, draw }) => {
  const chain = draw.of(world.chains);
  chain.traces = !chain.traces;
  if (!chain.traces) world.note('a node does not trace');
  return NOTHING;
};

/** Every deposit of a network, and whether its payment is in the books or was once. */
const paymentsOf = (
  world: World,
  network: string,
): Promise<{ identity: string; isCredited: boolean; isLiving: boolean }[]> =>
  world.books.query(
    `select identity, bool_or(status in ('confirmed', 'reverted')) as "isCredited", bool_or(status in ('seen', 'confirming', 'confirmed')) as "isLiving"
     from deposit where network = $1 group by identity order by identity`,
    [network],
    'payments-of',
  );

/**
 * The comparison finds coins of which no payment was read, once a network is read up to its newest block: it stops, and an
 * administrator has it go on, which books them.
 */
export const findCoins: Act = async (scene) => {
  const { world, draw, state } = scene;
  const server = anyServer(scene);
  const chain = draw.of(world.chains);
  const { network } = chain;
  if (server === null || state.isFenced || world.isPutBackUnseen) return NOTHING;
  const [newest] = await world.books.query<{ hash: string }>(
    'select hash from block where network = $1 order by height desc limit 1',
    [network],
    'newest-block',
  );
  if (newest?.hash !== chain.head) return NOTHING;
  const ours = new Set(
    (await world.books.query<{ key: string }>('select address_key as key from deposit_address')).map(({ key }) => key),
  );
  const read = new Map((await paymentsOf(world, network)).map((payment) => [payment.identity, payment]));
  const inBooks = new Set(
    (
      await world.books.query<{ id: string }>(
        `select id from balance_surplus s where not exists (
           select from surplus_share g where g.surplus_id = s.id and g.kind = 'reverted')`,
      )
    ).map(({ id }) => id),
  );
  const found = chain.transfers().filter(({ identity, addressKey }) => {
    const { isCredited = false, isLiving = false } = read.get(identity) ?? {};
    const isBooked = inBooks.has(chain.booked.get(identity) ?? '');
    return ours.has(addressKey) && !isLiving && (isCredited || !isBooked);
  });
  for (const asset of new Set(found.map((payment) => payment.asset))) {
    const payments = found.filter((payment) => payment.asset === asset);
    const amount = payments.reduce((sum, payment) => sum + payment.amount, 0n);
    const id = newId();
    await world.books.query(
      `insert into balance_surplus (id, network, asset, amount, seen_height, stopped_at) values ($1, $2, $3, $4, $5, now())`,
      [id, network, asset, String(amount), chain.height],
    );
    for (const { identity } of payments) chain.booked.set(identity, id);
    world.note('coins are found');
  }
  return letGoOn(world, server);
};

/** An administrator lets the networks go on that are stopped for coins which no known payment explains. */
export async function letGoOn(world: World, server: Server): Promise<readonly Task[]> {
  const open = await world.books.query('select from balance_surplus where explained_at is null', [], 'open-surpluses');
  if (open.length === 0) return NOTHING;
  const [admin = null] = ADMINS;
  let stopped: readonly { readonly network: string; readonly surplus: string | null }[] = [];
  const look = await world.call(server, endpoints.admin.networks, admin, {}, (answered) => {
    if ('answer' in answered) stopped = (answered.answer as { data: typeof stopped }).data;
  });
  await world.gate.settle([look]);
  if (server.process.isDead) return NOTHING;
  return Promise.all(
    stopped.flatMap(({ network, surplus }) =>
      surplus === null
        ? []
        : [
            world.call(server, endpoints.admin.resume, admin, {
              params: { network },
              body: { surplus, reason: 'Looked into' },
            }),
          ],
    ),
  );
}
