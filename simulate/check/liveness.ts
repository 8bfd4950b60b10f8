import { type AdminOrder, endpoints, type UserId } from '@kobogate/contract';
import { faults } from '../machine/pg.ts';
import { isCovered, type Memory } from '../schedule/scene.ts';
import { refreshRates } from '../schedule/people-acts.ts';
import { handleDue } from '../schedule/handle-due.ts';
import { beginCallback, beginTimer, letGoOn, lookAtChains } from '../schedule/world-acts.ts';
import { calmMood } from '../world/bank.ts';
import { CONFIRMATIONS } from '../world/chain.ts';
import { ADMINS } from '../world/people.ts';
import { type Server, Violation, type World } from '../world/world.ts';
import type { Invariants } from './invariants.ts';
import type { OrderState, State } from './state.ts';
import { requireMail, requireToldDecisions } from './told.ts';

const MOST_ROUNDS = 60;
const ROUNDS_BEHIND_A_FENCE = 6;
const SECOND = 1_000;
const LONGEST_PAUSE_MS = 26 * 60 * 60 * SECOND;
const { adminOrders, orders } = endpoints;

/**
 * From now on nothing fails: banks say what is so, nodes answer, clocks are right, administrators do what is asked of them. Throws
 * `Violation` where an order, a deposit or an event does not come to an end then.
 */
export async function requireEnd(world: World, memory: Memory, invariants: Invariants): Promise<void> {
  stopFaults(world, memory);
  await world.books.query(`update app_user set disabled_at = null`);
  world.gate.strike = null;
  world.bury();
  const isHanging = world.gate.isHanging;
  if (!isHanging) for (const server of world.servers.slice(1)) await world.crash(server);
  if (isHanging || world.servers.length === 0) await world.start();
  const server = world.servers.at(-1);
  if (server === undefined) throw new Violation('no server starts although nothing fails');
  for (const { process } of world.servers) Object.assign(process, { death: null, skewMs: 0 });
  let open = '';
  let isBehind = true;
  // What hung goes on now, or only once everyone has acted on it.
  const goesOnAt = world.draw.of([0, 40]);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    if (round >= goesOnAt || (round > 0 && open === '')) world.gate.goOn();
    await goRound(world, server, round, isBehind);
    const state = await invariants.check();
    isBehind = world.chains.some(({ network, height }) => state.read[network] !== height);
    open = whatIsOpen(world, state) ?? (isBehind ? 'a watcher is behind its chain' : '');
    // What a fence asks of people is walked in tests/http/restore.spec.ts: here it only has to hold everything back.
    if (open === '' && !world.gate.isHanging) {
      requireToldDecisions(state);
      return requireMail(world, state);
    }
    if (state.isFenced && round >= ROUNDS_BEHIND_A_FENCE) return;
    await decideAll(world, server, state);
    await world.pass(await pauseMs(world));
  }
  throw new Violation(`${MOST_ROUNDS} rounds after faults stopped: ${open}`);
}

/**
 * Once everything has come to its end and nothing new comes: a day after a payout its last check is done, and the queue is empty.
 * Throws `Violation` where it never is, as an event is put off again and again.
 */
export async function requireEmptyQueue(world: World): Promise<void> {
  const server = world.servers.at(-1);
  if (server === undefined) return;
  let open = '';
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const [left] = await world.books.query<{ text: string }>(
      `select type || ': ' || coalesce(last_error, 'put off') as text from event where dead_at is null limit 1`,
      [],
      'event-left',
    );
    if (left === undefined) return;
    open = left.text;
    await world.pass(await pauseMs(world));
    await world.gate.settle([...(await handleDue(world, server))]);
  }
  throw new Violation(`${MOST_ROUNDS} rounds after everything had ended an event is still to be handled, ${open}`);
}

function stopFaults(world: World, memory: Memory): void {
  memory.stall = 0;
  memory.lossy = 0;
  faults.draw = () => 'none';
  Object.assign(world.around, { mailFails: 0, ratesFail: 0 });
  for (const chain of world.chains) Object.assign(chain, { faulty: 0, traces: true });
  // A bank may still deny for minutes what it was just told.
  for (const { mood } of world.banks) Object.assign(mood, calmMood(), { deniesEarly: mood.deniesEarly });
}

async function goRound(world: World, server: Server, round: number, isBehind: boolean): Promise<void> {
  if (round % 4 === 0) await refreshRates(world, server);
  if (round % 4 === 0) await world.gate.settle(await letGoOn(world, server));
  // Another server's lease on a network ends by itself.
  if (round === 0) await world.pass(9 * SECOND);
  if (round % 4 === 0)
    for (const chain of world.chains) for (let blocks = 0; blocks < CONFIRMATIONS; blocks += 1) chain.mine();
  if (round % 4 === 0 || isBehind) await lookAtChains(world, server, round === 0 ? 2 : 1);
  for (const name of [
    'expire-orders',
    'return-unanswered',
    ...(round % 4 === 1 ? ['resume-payouts', 'compare-departures', 'read-bank-lists'] : []),
  ]) {
    await world.gate.settle([beginTimer(world, server, name)]);
  }
  for (let waves = 0; waves < 6; waves += 1) {
    const tasks = await handleDue(world, server);
    if (tasks.length === 0) break;
    await world.gate.settle(tasks);
  }
  for (const bank of world.banks) {
    if (bank.mood.deniesEarly === 0 || round % 4 === 3) bank.act('pays');
    for (const reference of bank.callbacks.splice(0))
      await world.gate.settle([beginCallback(world, server, bank.name, reference)]);
  }
}

/** Until the next event is due. */
async function pauseMs(world: World): Promise<number> {
  const [row] = await world.books.query<{ at: Date | null }>(
    'select min(coalesce(run_at, claimed_until)) as at from event where dead_at is null and coalesce(run_at, claimed_until) > $1',
    [new Date(world.machine.nowMs)],
    'next-due',
  );
  const at = row?.at ?? null;
  return at === null
    ? 60 * SECOND
    : Math.min(Math.max(SECOND, at.getTime() - world.machine.nowMs + 1), LONGEST_PAUSE_MS);
}

function whatIsOpen({ banks }: World, state: State): string | null {
  // Where a bank called a transfer failed and then paid it, an administrator was called, and no program knows more.
  const isContradicted = ({ id }: OrderState): boolean =>
    state.payouts.some(
      ({ order: of, reference }) => of === id && banks.some((bank) => bank.contradicted.has(reference)),
    );
  const order = state.orders.find((each) => isCovered(each) && !hasEnded(each) && !isContradicted(each));
  if (order !== undefined) return `order ${order.id} is ${order.status}, ${order.funding}, ${order.payout}`;
  const deposit = state.deposits.find(({ status }) => status === 'seen' || status === 'confirming');
  if (deposit !== undefined) return `the deposit ${deposit.identity} is ${deposit.status}`;
  const payout = state.payouts.find(({ status }) => /queued|sent|unknown/.test(status));
  if (payout !== undefined) return `payout ${payout.reference} is ${payout.status}`;
  const [dead] = state.deadEvents;
  if (dead !== undefined) return `an event was given up: ${dead}`;
  const [due] = state.dueEvents;
  if (due !== undefined) return `an event is not handled: ${due}`;
  return null;
}

const hasEnded = ({ status, payout }: OrderState): boolean =>
  payout === 'paid' || (status === 'declined' && payout === 'none');

/** Each administrator does what the pages ask for. */
async function decideAll(world: World, server: Server, state: State): Promise<void> {
  const reason = 'Looked into';
  const [admin = null] = ADMINS;
  for (const { id, user, status, payout, rateAnswer, naira } of state.orders) {
    const params = { id };
    if (rateAnswer === 'asked') {
      const body = { answer: 'accepted', nairaKobo: naira };
      await world.gate.settle([await world.call(server, orders.answerRate, user as UserId, { params, body })]);
    } else if (status === 'pending') {
      let version: number | undefined;
      const look = await world.call(server, adminOrders.get, admin, { params }, (answered) => {
        if ('answer' in answered) version = (answered.answer as { data: AdminOrder }).data.version;
      });
      await world.gate.settle([look]);
      const body = { status: 'approved', code: 'other', reason, version };
      world.decidedAtOnce.add(id);
      await world.gate.settle([await world.call(server, adminOrders.decide, admin, { params, body })]);
    } else if (payout === 'failed' || payout === 'reversed') {
      let version: number | undefined;
      const look = await world.call(server, adminOrders.get, admin, { params }, (answered) => {
        if ('answer' in answered) version = (answered.answer as { data: AdminOrder }).data.version;
      });
      await world.gate.settle([look]);
      const body = { reason, version };
      await world.gate.settle([await world.call(server, adminOrders.retryPayout, admin, { params, body })]);
    } else if (state.payouts.some((each) => each.order === id && each.needsPerson && each.status === 'unknown')) {
      await world.gate.settle([
        await world.call(server, adminOrders.declareNotMade, admin, { params, body: { reason } }),
      ]);
    }
  }
}
