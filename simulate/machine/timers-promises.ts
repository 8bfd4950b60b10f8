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

/** A pause that lets other work of the process go on. */
export function setImmediate(): Promise<void> {
  return new Promise((resolve) => theMachine().addImmediate(resolve));
}
