import { AsyncLocalStorage } from 'node:async_hooks';

/** A death at this many further turns. `isAfter`: once the turn has taken effect. */
export interface Death {
  left: number;
  readonly isAfter: boolean;
}

/** One simulated server process. Once it is dead nothing that it waits for ever comes, and none of its work has an effect. */
export interface SimProcess {
  readonly id: number;
  isDead: boolean;
  /** How far its own clock is from the true one. */
  skewMs: number;
  /** Null: it does not die. */
  death: Death | null;
  /** Ends what the process holds outside of it: its open transactions. */
  readonly onDeath: Set<() => Promise<void>>;
}

/** One step of a process outside of itself: a statement, a call of a bank, a node or a mail server. */
export interface Turn {
  readonly process: SimProcess | null;
  readonly label: string;
  /** Takes the step. What it answers is a function that hands the result to the one who waits. */
  readonly act: () => Promise<() => void>;
  readonly refuse: (error: Error) => void;
}

interface Timer {
  readonly at: number;
  readonly process: SimProcess | null;
  readonly fire: () => void;
  /** A pause in the middle of work, unlike a poll. */
  readonly isPause: boolean;
}

interface Immediate {
  readonly process: SimProcess | null;
  readonly work: () => void;
}

const START = globalThis.Date.UTC(2026, 0, 5, 8);

/**
 * The simulated machine on which everything of one schedule runs: the true time, the timers, and the steps that wait
 * for their turn. There is one for each run of a schedule.
 */
export class Machine {
  nowMs = START;
  readonly turns: Turn[] = [];
  readonly timers = new Map<number, Timer>();
  /** What waits for the next round of the event loop. The gate runs it: Node's own rounds race with the database's answers. */
  readonly immediates: Immediate[] = [];
  /** Real calls under way, of files: the machine is not quiet before they have ended. */
  realCalls = 0;
  readonly random: () => number;
  #timerIds = 0;
  #ids = 0;

  constructor(random: () => number) {
    this.random = random;
  }

  /** What a process's own clock shows. */
  clock(process: SimProcess | undefined): number {
    return this.nowMs + (process?.skewMs ?? 0);
  }

  addTimer(delayMs: number, fire: () => void, isPause: boolean): number {
    this.#timerIds += 1;
    const process = running.getStore() ?? null;
    this.timers.set(this.#timerIds, {
      // Node takes whole milliseconds, and at least one.
      at: this.nowMs + Math.max(1, Math.trunc(delayMs || 0)),
      process,
      fire,
      isPause,
    });
    return this.#timerIds;
  }

  addImmediate(work: () => void): void {
    this.immediates.push({ process: running.getStore() ?? null, work });
  }

  /** Runs what waited for this round; answers whether there was any. */
  runImmediates(): boolean {
    const due = this.immediates.splice(0);
    for (const { process, work } of due) {
      if (process === null) work();
      else if (!process.isDead) running.run(process, work);
    }
    return due.length > 0;
  }

  /** A number that no other id of this schedule has. */
  nextId(): number {
    this.#ids += 1;
    return this.#ids;
  }
}

/** The process whose code runs now. */
export const running = new AsyncLocalStorage<SimProcess>();

const current: { machine: Machine | undefined } = { machine: undefined };

/** Makes a machine the present one. */
export function useMachine(machine: Machine): void {
  current.machine = machine;
}

/** The machine of the schedule that runs now. Throws where none does. */
export function theMachine(): Machine {
  if (current.machine === undefined) throw new Error('no schedule is running');
  return current.machine;
}

/** The present time, also before the first schedule. */
export const nowMs = (): number => current.machine?.clock(running.getStore()) ?? START;

const NEVER = new Promise<never>(() => undefined);

/** Waits until the schedule gives the present process its turn, and answers what `act` answers then. A dead process waits for ever. */
export function takeTurn<Result>(label: string, act: () => Promise<Result>): Promise<Result> {
  const process = running.getStore() ?? null;
  if (process?.isDead === true) return NEVER;
  return new Promise<Result>((resolve, reject) => {
    theMachine().turns.push({
      process,
      label,
      act: async () => {
        try {
          const result = await act();
          return () => resolve(result);
        } catch (error) {
          return () => reject(error instanceof Error ? error : new Error(String(error)));
        }
      },
      refuse: reject,
    });
  });
}
