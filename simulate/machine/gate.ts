import { setImmediate as nextRound } from 'node:timers/promises';
import { type Death, type Machine, running, type SimProcess, type Turn } from './machine.ts';
import { underWay } from './pg.ts';

/** Who waits for a lock of whom, asked on a connection that takes no part. */
export interface LockLook {
  /** Whether the connection waits for another one's lock. */
  isBlocked(pid: number): Promise<boolean>;
  cancel(pid: number): Promise<void>;
}

interface Blocked {
  readonly turn: Turn;
  readonly pid: number;
  readonly ended: Promise<() => void>;
  hasEnded: boolean;
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
    for (const { turn, pid } of this.#blocked) if (turn.process === process) await this.#look.cancel(pid);
    for (const end of process.onDeath) await end();
    const { turns, timers } = this.#machine;
    for (const each of [turns, this.#hanging])
      each.splice(0, each.length, ...each.filter((turn) => turn.process !== process));
    for (const [id, timer] of timers) if (timer.process === process) timers.delete(id);
    for (const handOver of await this.#freed()) handOver();
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
    if (hand === null) return;
    if (process !== null && diesNow) await this.kill(process);
    // Before anything goes on: how long the database takes must not decide which work continues first.
    const freed = await this.#freed();
    if (process?.isDead !== true) hand();
    for (const handOver of freed) handOver();
  }

  /** What a turn answers; null where its statement waits for a lock. */
  async #await(turn: Turn, ended: Promise<() => void>): Promise<(() => void) | null> {
    for (;;) {
      const hand = await within(ended, LOOK_AFTER_MS);
      if (hand !== null) return hand;
      const { connection } = underWay;
      if (connection === null || !(await this.#look.isBlocked(connection.pid))) continue;
      underWay.connection = null;
      const blocked: Blocked = { turn, pid: connection.pid, ended, hasEnded: false };
      void ended.finally(() => {
        blocked.hasEnded = true;
      });
      this.#blocked.push(blocked);
      return null;
    }
  }

  /** The results of statements that waited for a lock and wait no longer, to be handed over. */
  async #freed(): Promise<(() => void)[]> {
    const freed: (() => void)[] = [];
    for (const blocked of this.#blocked.slice()) {
      while (!blocked.hasEnded && !(await this.#look.isBlocked(blocked.pid)))
        await within(blocked.ended, LOOK_AFTER_MS);
      if (!blocked.hasEnded) continue;
      this.#blocked.splice(this.#blocked.indexOf(blocked), 1);
      const hand = await blocked.ended;
      if (blocked.turn.process?.isDead !== true) freed.push(hand);
    }
    return freed;
  }

  /** Where nothing waits for a turn: lets a lock time out, or time pass. Answers whether there is more to do. */
  async #goOn(tasks: readonly Task[]): Promise<boolean> {
    if (this.#blocked.length > 0) {
      // The database ends the wait itself: by its time limit, or as a deadlock.
      await Promise.race(this.#blocked.map(({ ended }) => ended));
      for (const handOver of await this.#freed()) handOver();
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
