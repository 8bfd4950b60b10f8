import { setImmediate as realImmediate } from 'node:timers/promises';
import { theMachine } from './machine.ts';

/** Stands for `node:timers/promises`: a pause of simulated time, in the middle of work. */
export function setTimeout<Value>(
  delayMs?: number,
  value?: Value,
  options?: { signal?: AbortSignal },
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    options?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    theMachine().addTimer(delayMs ?? 0, () => resolve(value), true);
  });
}

/** A pause that lets other work of the process go on: the machine is not quiet before it has ended. */
export async function setImmediate(): Promise<void> {
  const machine = theMachine();
  machine.realCalls += 1;
  await realImmediate();
  machine.realCalls -= 1;
}
