import type { SocketAddress } from '../../apps/server/src/platform/database.ts';
import { Invariants } from '../check/invariants.ts';
import { requireEmptyQueue, requireEnd } from '../check/liveness.ts';
import { requireSameCoins } from '../check/custody.ts';
import { requireWhole } from '../check/whole.ts';
import type { State } from '../check/state.ts';
import { Stuck, type Task } from '../machine/gate.ts';
import type { Books } from '../world/books.ts';
import { createDraw } from '@kobogate/testkit/platform/draw.ts';
import { Violation, World } from '../world/world.ts';
import { type Covered, createCoverage, coverStates } from './coverage.ts';
import * as money from './money-acts.ts';
import * as people from './people-acts.ts';
import type { Act, Memory, Scene } from './scene.ts';
import type { StepKind } from './kinds.ts';
import type { Step } from './steps.ts';
import * as around from './world-acts.ts';

const ACTS: Readonly<Record<Exclude<StepKind, 'the backup is restored'>, Act>> = {
  'make a wallet': people.makeWallet,
  convert: people.convert,
  'convert much': people.convertMuch,
  'convert again with the same key': people.convertAgain,
  'open a payment': people.openPayment,
  pay: people.pay,
  'pay exactly': people.payExactly,
  mine: around.mine,
  'reorganise a chain': around.reorganise,
  'let watchers look': around.watch,
  'everything goes on': around.goOn,
  'handle events': around.handleEvents,
  'run a timer': around.runTimer,
  'look at an order': people.lookAtOrder,
  'decide on an order': people.decideOnOrder,
  'take a decision back': people.undoDecision,
  'decide on a payout': people.decideOnPayout,
  'answer a rate': people.answerRate,
  'send a coin that is not on offer': money.payStray,
  'credit a stray coin': money.creditStray,
  'ask for a refund': money.askRefund,
  'decide on a refund': money.decideRefund,
  'offer coins back': money.offerBack,
  'end a payment': money.endPayment,
  'settle a debt': money.settleDebt,
  'choose another account': money.choosePayee,
  'send a payout again': money.retrySeen,
  'take a payout as paid': money.takePaid,
  'disable an account': money.setState,
  'a node stops to trace, or begins again': around.traceOrNot,
  'coins are found': around.findCoins,
  'a bank works': around.bankWorks,
  'a bank calls back': around.bankCallsBack,
  'a bank misbehaves': around.bankMisbehaves,
  'banks deny': around.banksDeny,
  'a node fails': around.nodeFails,
  'a rate moves': around.rateMoves,
  'mail fails': around.mailFails,
  'a minute passes': around.minutePasses,
  'an hour passes': around.hourPasses,
  'time passes': around.timePasses,
  'a clock is wrong': around.clockIsWrong,
  'a process dies': around.die,
  'a process will die': around.willDie,
  'a process will die at a call': around.willDieAtCall,
  'a call hangs': around.callHangs,
  'a call goes on': around.callGoesOn,
  'a process starts': around.startServer,
  'a process stalls': around.stall,
  'the database is lost': around.loseDatabase,
  'a backup is made': around.makeBackup,
};

/** How a schedule went. */
export interface Outcome {
  readonly seed: number;
  /** What was found to be wrong; null: nothing. */
  readonly violation: string | null;
  /** How many steps of it had been taken then. */
  readonly taken: number;
  readonly turns: number;
  /** Of simulated time. */
  readonly hours: number;
  /** The same for two runs that took the same turns. */
  readonly fingerprint: number;
  readonly covered: Covered;
  /** Each turn, where they were asked for. */
  readonly trace: readonly string[];
}

export interface RunOptions {
  readonly books: Books;
  readonly address: SocketAddress;
  /** The database before the first step. */
  readonly beginning: string;
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly isTraced?: boolean;
}

const STALLS_MS = [2_000, 20_000, 5 * 60_000, 21 * 60_000];

/** What an administrator approved is what was on their screen. */
function requireSeenAmounts(memory: Memory, state: State): void {
  for (const { orderId, naira } of memory.approved.splice(0)) {
    const order = state.orders.find(({ id }) => id === orderId);
    // One that is carried out agrees to the amount; until then it is for the order's own.
    const agreed = order?.isWaiting === true ? order.naira : order?.status === 'approved' ? order.agreed : null;
    if (agreed === null || naira === null || agreed === naira) continue;
    throw new Violation(`order ${orderId} was approved for ${agreed} kobo, and the administrator saw ${naira}`);
  }
}

/** Runs one schedule from its seed: the same seed takes the same turns. */
export async function runSchedule(options: RunOptions): Promise<Outcome> {
  const { books, address, beginning, seed, steps, isTraced = false } = options;
  await books.restore(beginning);
  const world = new World({ seed, books, address });
  await world.pass(0);
  const memory: Memory = {
    seen: [],
    approved: [],
    decided: [],
    asked: [],
    backup: null,
    stall: 0,
    lossy: 0,
    backupAt: 0,
  };
  const invariants = new Invariants(world);
  const coverage = createCoverage();
  const trace: string[] = [];
  let fingerprint = 0;
  const startedAt = world.machine.nowMs;
  const note = (line: string): void => {
    for (let at = 0; at < line.length; at += 1) fingerprint = (Math.imul(fingerprint, 31) + line.charCodeAt(at)) | 0;
    if (isTraced) trace.push(line);
  };
  world.gate.onTurn = note;
  world.gate.beforeTurn = async () => {
    if (!world.draw.chance(memory.stall)) return;
    world.note('a process stalls');
    await world.pass(world.draw.of(STALLS_MS));
  };
  let taken = 0;
  let violation: string | null = null;
  try {
    await world.start();
    let state: State = await invariants.check();
    let under: Task[] = [];
    for (const step of steps) {
      note(`-- ${step.kind}`);
      const scene: Scene = { world, state, draw: createDraw(step.seed, 7), memory };
      if (step.kind === 'the backup is restored') {
        if (await around.restoreBackup(scene)) invariants.forget();
      } else under.push(...(await ACTS[step.kind](scene)));
      taken += 1;
      if (step.isTogether) continue;
      await world.gate.settle(under);
      under = [];
      for (let dead = world.bury(); dead > 0; dead -= 1) world.note('crash in the middle of work');
      if (world.servers.length === 0) await world.start();
      state = await invariants.check();
      requireSeenAmounts(memory, state);
      coverStates(coverage, world, state);
    }
    await world.gate.settle(under);
    note('-- faults stop');
    await requireEnd(world, memory, invariants);
    state = await invariants.check();
    await requireSameCoins(world, state);
    if (!state.isFenced) {
      await requireEmptyQueue(world);
      await requireWhole(world);
    }
    coverStates(coverage, world, state);
  } catch (error) {
    if (!(error instanceof Violation) && !(error instanceof Stuck)) throw error;
    violation = error.message;
  } finally {
    memory.stall = 0;
    for (const { process } of world.servers) await world.gate.kill(process);
  }
  const hours = (world.machine.nowMs - startedAt) / 3_600_000;
  return { seed, violation, taken, turns: world.gate.turns, hours, fingerprint, covered: coverage, trace };
}
