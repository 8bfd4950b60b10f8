import { nowMs, running, theMachine } from './machine.ts';

// The build puts these in place of the names that the product's code takes from Node. Only this file sees both.
const RealDate = globalThis.Date;
const RealMath = globalThis.Math;

/** The time of the simulated machine. */
class SimulatedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(nowMs());
    else super(...given);
  }
  static override now(): number {
    return nowMs();
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof RealDate;
  }
}

const simulatedMath: Math = Object.create(RealMath, {
  random: { value: () => theMachine().random() },
});

/** A timer as Node's: it may be told that it keeps no program running. */
interface Handle {
  readonly id: number;
  ref(): Handle;
  unref(): Handle;
}

function handleOf(id: number): Handle {
  const handle: Handle = { id, ref: () => handle, unref: () => handle };
  return handle;
}

function addTimer(work: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]): Handle {
  return handleOf(theMachine().addTimer(delayMs, () => work(...given), false));
}

const addImmediate = (work: () => void): void => theMachine().addImmediate(work);

const removeTimer = (handle: Handle | undefined): void => {
  if (handle !== undefined) theMachine().timers.delete(handle.id);
};

/** An interval fires once in a simulation: none of the product's repeated work is run by one here. */
const addInterval = addTimer;

const simulatedPerformance = {
  now: (): number => (running.getStore() === undefined ? 0 : theMachine().nowMs),
};

export {
  addInterval as setInterval,
  addImmediate as setImmediate,
  addTimer as setTimeout,
  removeTimer as clearInterval,
  removeTimer as clearTimeout,
  SimulatedDate as Date,
  simulatedMath as Math,
  simulatedPerformance as performance,
};
