import { setImmediate as nextRound } from 'node:timers/promises';
import { type Death, type Machine, running, type SimProcess, type Turn } from './machine.ts';
import { goOn, halt, type Statement, underWay, type WaitEnd } from './pg.ts';

/** A connection that waits for a lock. */
export interface Wait {
  readonly pid: number;
  readonly lock: string;
  /** The connections that have to end first. */
  readonly holders: readonly number[];
}

/** Who waits for a lock of whom, asked on a connection that takes no part. */
export interface LockLook {
  /** Of these connections those that wait, as it is at one moment for all of them. */
  waits(pids: readonly number[]): Promise<readonly Wait[]>;
  cancel(pid: number): Promise<void>;
}

interface Blocked {
  readonly turn: Turn;
  readonly statement: Statement;
  readonly startedAt: number;
  /** For the lock that it waits for now. */
  lock: string;
  waitsSince: number;
  readonly ended: Promise<() => void>;
  hasEnded: boolean;
}

/** What a statement that waited for a lock answers. */
interface Freed {
  readonly turn: Turn;
  readonly hand: () => void;
}

const DEADLOCK: WaitEnd = { code: '40P01', message: 'deadlock detected' };
const LOCK_TIMEOUT: WaitEnd = { code: '55P03', message: 'canceling statement due to lock timeout' };
const STATEMENT_TIMEOUT: WaitEnd = { code: '57014', message: 'canceling statement due to statement timeout' };

const lockLimit = ({ waitsSince, statement }: Blocked): number => waitsSince + statement.lockWaitMs;
const wholeLimit = ({ startedAt, statement }: Blocked): number => startedAt + statement.wholeMs;
const limitOf = (blocked: Blocked): number => Math.min(lockLimit(blocked), wholeLimit(blocked));

/** Whether a connection waits, through others, for itself. */
function isInCircle(pid: number, waits: readonly Wait[]): boolean {
  const holdersOf = (waiting: number): readonly number[] => waits.find((wait) => wait.pid === waiting)?.holders ?? [];
  const reached = new Set(holdersOf(pid));
  // What is added is looked at too.
  for (const each of reached) for (const holder of holdersOf(each)) reached.add(holder);
  return reached.has(pid);
}

function handOver(freed: readonly Freed[]): void {
  for (const { turn, hand } of freed) if (turn.process?.isDead !== true) hand();
}

/** A piece of work that a schedule started in a process. */
export interface Task {
  readonly process: SimProcess;
  isDone: boolean;
}

/** How long a statement may take before it is asked whether it waits for a lock. */
const LOOK_AFTER_MS = 4;
const CALM_ROUNDS = 3;
const SAME_AGAIN = 0.6;
const MOST_TURNS = 60_000;

const within = <Result>(work: Promise<Result>, milliseconds: number): Promise<Result | null> =>
  new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(() => resolve(null), milliseconds);
    work.then(resolve, reject).finally(() => globalThis.clearTimeout(timer));
  });

/** A schedule that can't go on: nothing waits for a turn or a time, and something is not done. */
export class Stuck extends Error {}

/**
 * Gives one turn at a time, drawn from all that wait in all processes, and lets the next come only when everything that
 * followed from it waits again: so a schedule's order of steps depends on its random numbers alone.
 */
export class Gate {
  readonly #machine: Machine;
  readonly #look: LockLook;
  readonly #blocked: Blocked[] = [];
  readonly #hanging: Turn[] = [];
  /** Kills the process that takes this many further turns with such a label. */
  strike: (Death & { readonly at: RegExp }) | null = null;
  #hangs: RegExp | null = null;
  #last: SimProcess | null = null;
  #turns = 0;
  /** Called before each turn: the schedule may let time pass in the middle of work. */
  beforeTurn: () => Promise<void> = async () => undefined;
  /** Lets time pass for everything. */
  pass: (milliseconds: number) => Promise<void> = async () => undefined;
  /** Receives each turn as it is taken. */
  onTurn: (line: string) => void = () => undefined;

  constructor(machine: Machine, look: LockLook) {
    this.#machine = machine;
    this.#look = look;
  }

  get turns(): number {
    return this.#turns;
  }

  /** Whether a turn hangs. */
  get isHanging(): boolean {
    return this.#hanging.length > 0;
  }

  /** Gives turns until the tasks are done, or their processes dead, and nothing waits for one. */
  async settle(tasks: readonly Task[]): Promise<void> {
    for (;;) {
      await this.#quiet();
      this.#firePauses();
      const turn = this.#pick();
      if (turn !== null) await this.#give(turn);
      else if (this.#machine.turns.length === 0 && !(await this.#goOn(tasks))) return;
    }
  }

  /** Ends a process as a loss of power does. */
  async kill(process: SimProcess): Promise<void> {
    process.isDead = true;
    this.onTurn(`${this.#machine.nowMs} ${process.id} dies`);
    for (const blocked of this.#blocked) if (blocked.turn.process === process) await this.#cancel(blocked);
    for (const end of process.onDeath) await end();
    const { turns, timers } = this.#machine;
    for (const each of [turns, this.#hanging])
      each.splice(0, each.length, ...each.filter((turn) => turn.process !== process));
    for (const [id, timer] of timers) if (timer.process === process) timers.delete(id);
    handOver(await this.#freed());
  }

  /** The next turn with such a label waits until `goOn`, while other work goes on. */
  hang(at: RegExp): void {
    this.#hangs = at;
  }

  /** The turns that hang wait for their turn again; answers how many. */
  goOn(): number {
    this.#hangs = null;
    const turns = this.#hanging.splice(0);
    this.#machine.turns.push(...turns);
    return turns.length;
  }

  /** Fires the due polls of a process, such as its watchers' next look. */
  poll(process: SimProcess): void {
    for (const [id, { at, process: owner, fire, isPause }] of this.#machine.timers) {
      if (owner !== process || isPause || at > this.#machine.nowMs) continue;
      this.#machine.timers.delete(id);
      running.run(process, fire);
    }
  }

  async #quiet(): Promise<void> {
    const machine = this.#machine;
    for (let calm = 0; calm < CALM_ROUNDS;) {
      const before = machine.turns.length;
      await nextRound();
      const goesOn = machine.runImmediates() || machine.realCalls > 0 || machine.turns.length !== before;
      calm = goesOn ? 0 : calm + 1;
    }
  }

  #firePauses(): void {
    for (const [id, { at, process, fire, isPause }] of this.#machine.timers) {
      if (!isPause || at > this.#machine.nowMs) continue;
      this.#machine.timers.delete(id);
      if (process === null) fire();
      else running.run(process, fire);
    }
  }

  #pick(): Turn | null {
    const { turns, random } = this.#machine;
    if (turns.length === 0) return null;
    const same = turns.filter(({ process }) => process === this.#last);
    const among = same.length > 0 && random() < SAME_AGAIN ? same : turns;
    const turn = among[Math.floor(random() * among.length)];
    if (turn === undefined) return null;
    turns.splice(turns.indexOf(turn), 1);
    return turn;
  }

  async #give(turn: Turn): Promise<void> {
    this.#turns += 1;
    if (this.#turns > MOST_TURNS) throw new Stuck('the schedule takes more turns than any that ends');
    await this.beforeTurn();
    if (this.#blocked.some((blocked) => limitOf(blocked) <= this.#machine.nowMs)) {
      handOver(await this.#freed());
      await this.#quiet();
    }
    const { process, label } = turn;
    if (process !== null && this.#hangs?.test(label) === true) {
      this.#hangs = null;
      this.#hanging.push(turn);
      return this.onTurn(`${this.#machine.nowMs} ${process.id} hangs: ${label}`);
    }
    this.#last = process;
    this.onTurn(`${this.#machine.nowMs} ${process?.id ?? '-'} ${label}`);
    const struck = this.strike?.at.test(label) === true ? this.strike : null;
    const death = struck ?? process?.death ?? null;
    const diesNow = death !== null && death.left === 0;
    if (death !== null) death.left -= 1;
    if (diesNow) this.strike = null;
    if (process !== null && diesNow && !death?.isAfter) return this.kill(process);
    const ended = turn.act();
    const hand = await this.#await(turn, ended);
    // Before anything goes on, or dies: how long the database takes must not decide which work continues first.
    const freed = await this.#freed();
    if (process !== null && diesNow && hand !== null) await this.kill(process);
    handOver([...(hand === null ? [] : [{ turn, hand }]), ...freed]);
  }

  /** What a turn answers; null where its statement waits for a lock. */
  async #await(turn: Turn, ended: Promise<() => void>): Promise<(() => void) | null> {
    for (;;) {
      const hand = await within(ended, LOOK_AFTER_MS);
      if (hand !== null) return hand;
      const { statement } = underWay;
      if (statement === null || !(await this.#waits(statement))) continue;
      underWay.statement = null;
      const startedAt = this.#machine.nowMs;
      const blocked: Blocked = {
        turn,
        statement,
        startedAt,
        lock: '',
        waitsSince: startedAt,
        ended,
        hasEnded: false,
      };
      void ended.finally(() => {
        blocked.hasEnded = true;
      });
      this.#blocked.push(blocked);
      return null;
    }
  }

  /** Ends the waits for locks that are over. Answers the statements that wait no longer, to be handed over. */
  async #freed(): Promise<Freed[]> {
    for (;;) {
      const waits = await this.#settledWaits();
      const over = this.#findOver(waits);
      if (over === null) break;
      over.blocked.statement.endedBy = over.end;
      await this.#cancel(over.blocked);
    }
    const freed = this.#blocked.filter(({ hasEnded }) => hasEnded);
    for (const blocked of freed) this.#blocked.splice(this.#blocked.indexOf(blocked), 1);
    return Promise.all(freed.map(async ({ turn, ended }) => ({ turn, hand: await ended })));
  }

  async #cancel({ statement, ended }: Blocked): Promise<void> {
    await this.#look.cancel(statement.connection.pid);
    goOn(statement.connection);
    await ended;
  }

  /** The waits once each statement has ended or waits: those that got their lock go on one by one, in the order of their waits. */
  async #settledWaits(): Promise<readonly Wait[]> {
    for (;;) {
      const open = this.#blocked.filter(({ hasEnded }) => !hasEnded);
      if (open.length === 0) return [];
      const waits = await this.#look.waits(open.map(({ statement }) => statement.connection.pid));
      const waiting = new Map(waits.map(({ pid, lock }) => [pid, lock]));
      const next = open.find(({ statement }) => !waiting.has(statement.connection.pid));
      if (next === undefined) {
        for (const blocked of open) this.#noteLock(blocked, waiting.get(blocked.statement.connection.pid) ?? '');
        return waits;
      }
      goOn(next.statement.connection);
      while ((await within(next.ended, LOOK_AFTER_MS)) === null && !(await this.#waits(next.statement)));
    }
  }

  /** Whether a statement waits for a lock; halts it there. */
  async #waits({ connection }: Statement): Promise<boolean> {
    const [wait] = await this.#look.waits([connection.pid]);
    if (wait !== undefined) halt(connection);
    return wait !== undefined;
  }

  /** A statement that got its lock may wait for a next one: that wait is a new one, and the last. */
  #noteLock(blocked: Blocked, lock: string): void {
    if (blocked.lock === lock) return;
    blocked.lock = lock;
    blocked.waitsSince = this.#machine.nowMs;
    this.#blocked.push(...this.#blocked.splice(this.#blocked.indexOf(blocked), 1));
  }

  /** The wait to be ended: the last of a deadlock, which closed the circle, or the one whose time was over first. */
  #findOver(waits: readonly Wait[]): { readonly blocked: Blocked; readonly end: WaitEnd } | null {
    const open = this.#blocked.filter(({ hasEnded }) => !hasEnded);
    const last = open.findLast(({ statement }) => isInCircle(statement.connection.pid, waits));
    if (last !== undefined) return { blocked: last, end: DEADLOCK };
    const first = open.toSorted((one, other) => limitOf(one) - limitOf(other))[0];
    if (first === undefined || limitOf(first) > this.#machine.nowMs) return null;
    return { blocked: first, end: lockLimit(first) <= wholeLimit(first) ? LOCK_TIMEOUT : STATEMENT_TIMEOUT };
  }

  /** Where nothing waits for a turn: lets time pass, to the end of a wait for a lock too. Answers whether there is more to do. */
  async #goOn(tasks: readonly Task[]): Promise<boolean> {
    if (this.#blocked.length > 0) {
      // A pause that ended just now may lead to what frees it.
      await this.#quiet();
      if (this.#machine.turns.length > 0) return true;
      const pauses = [...this.#machine.timers.values()].filter(({ isPause }) => isPause);
      const next = Math.min(...this.#blocked.map(limitOf), ...pauses.map(({ at }) => at));
      if (next === Infinity) throw new Stuck('a statement waits for a lock without end');
      await this.pass(Math.max(0, next - this.#machine.nowMs));
      handOver(await this.#freed());
      return true;
    }
    // What hangs, and may wait for it, is not waited for.
    const hangs = new Set(this.#hanging.map(({ process }) => process));
    const waiting = tasks.filter(({ isDone, process }) => !isDone && !process.isDead && !hangs.has(process));
    const pauses = [...this.#machine.timers.values()].filter(({ isPause }) => isPause);
    if (waiting.length === 0 && pauses.length === 0) return false;
    const timers = pauses.length > 0 ? pauses : [...this.#machine.timers.values()];
    const next = timers.toSorted((one, other) => one.at - other.at)[0];
    if (next === undefined) throw new Stuck('work under way waits for nothing that could happen');
    await this.pass(Math.max(0, next.at - this.#machine.nowMs));
    if (!next.isPause) {
      for (const [id, timer] of this.#machine.timers) if (timer === next) this.#machine.timers.delete(id);
      if (next.process === null) next.fire();
      else running.run(next.process, next.fire);
    }
    return true;
  }
}
