import type { Connection, Transaction } from '../../platform/database.ts';
import { DependencyDown, dependencyDown } from '../../platform/errors.ts';
import { PutBack } from '../../platform/queue.ts';
import { loadDepartures, shareDepartures } from './db.ts';

const PART = 'recovery';
/** How long until an event that a fence holds up comes again, where lifting the fence does not bring it forward. */
const FENCE_PAUSE = { leastMs: 5_000, mostMs: 60_000 };

/** 503: the fence is up. Waiting work continues automatically once it is lifted. */
export const fenced = (): DependencyDown =>
  dependencyDown(
    PART,
    'The books are being compared with the banks and the chains, so nothing leaves for now. Nothing was done and ' +
      'nothing is lost; please try again later.',
  );

/** Whether an error means that a fence is up. Pure. */
const isRefusedByFence = (error: unknown): error is DependencyDown =>
  error instanceof DependencyDown && error.dependency === PART;

/**
 * Whether a fence is up now, so that nothing may leave. A hint: code that lets something leave uses `requireNoFence`.
 */
export async function isFenced(connection: Connection): Promise<boolean> {
  return (await loadDepartures(connection)).isFenced;
}

/** Whether a fence is up; where none is, none is raised until the caller's transaction ends. */
export const isFencedWithin = async (tx: Transaction): Promise<boolean> => (await shareDepartures(tx)).isFenced;

/** Throws 503 with a message while a fence is up; otherwise none is raised until the caller's transaction ends. */
export async function requireNoFence(tx: Transaction): Promise<void> {
  if (await isFencedWithin(tx)) throw fenced();
}

/**
 * A handler whose event is put back while a fence refuses it. A fence may stay for days: events that it holds up have not
 * failed, are not given up, and are brought forward when it is lifted.
 */
export function waitsForFence<Payload>(
  handle: (payload: Payload) => Promise<void>,
): (payload: Payload) => Promise<void> {
  return async (payload) => {
    try {
      await handle(payload);
    } catch (error) {
      throw isRefusedByFence(error) ? new PutBack(error.message, FENCE_PAUSE) : error;
    }
  };
}
