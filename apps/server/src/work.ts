import type { EventType } from './events.ts';
import type { Base } from './platform/base.ts';
import { createWorker, type EventHandler, reviveEvents } from './platform/queue.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { createTimers, type Timer } from './platform/timers.ts';

interface Work {
  /** The rooms' repeated work. */
  readonly timers: readonly Timer[];
  readonly handlers: Handlers;
  /** Sends webhooks. */
  readonly dispatcher: { start(): void; stop(): Promise<void> };
  /**
   * `mostInHand`: how many events that wait for a bank are handled at a time. `stop`: handlers that wait for a rail
   * give up.
   */
  readonly payouts: { readonly mostInHand: number; readonly stop: () => void };
  readonly gate: { requireOpen(): Promise<void> };
}

/**
 * Starts the role `worker`: the timers, the handlers of events and the sending of webhooks. `shutdown` stops them all.
 */
export async function startWork(
  { database, clock, log }: Base,
  { timers: list, handlers: all, dispatcher, payouts, gate }: Work,
  shutdown: Shutdown,
): Promise<void> {
  const timers = createTimers(list, log);
  const { banks, others } = splitByPace(all);
  const concurrency = payouts.mostInHand;
  const workers = [
    createWorker({ database, clock, log, handlers: others }),
    ...banks.map((handlers) => createWorker({ database, clock, log, handlers, concurrency })),
  ];
  const stopWork = async (): Promise<void> => {
    const stopped = Promise.all([...workers, dispatcher].map((each) => each.stop()));
    payouts.stop();
    await stopped;
  };
  shutdown.add(timers, { stop: stopWork });
  const revived = await reviveEvents(database);
  if (revived > 0) log.warn({ events: revived }, 'events that were given up on before are tried once more');
  await timers.start();
  // The check of the bank's list also precedes the first payout; nothing waits for it here.
  void gate.requireOpen().catch((error: unknown) => log.warn({ err: error }, 'nothing leaves now'));
  for (const worker of workers) worker.start();
  dispatcher.start();
}

type Handlers = Readonly<Record<string, EventHandler>>;

/**
 * The handlers by worker: each kind that waits for a bank has its own worker, so that a slow one delays neither mail
 * nor deposits, and payouts that are asked about delay none that leave.
 */
export function splitByPace(handlers: Handlers): { readonly banks: readonly Handlers[]; readonly others: Handlers } {
  const isOfBanks = ([type]: [string, EventHandler]): boolean => WAITS_FOR_BANKS.has(type);
  const all = Object.entries(handlers);
  return {
    banks: all.filter(isOfBanks).map((entry) => Object.fromEntries([entry])),
    others: Object.fromEntries(all.filter((entry) => !isOfBanks(entry))),
  };
}

const WAITS_FOR_BANKS: ReadonlySet<string> = new Set<EventType>([
  'payout.due',
  'payout.check',
  'payout.callback',
  'order.name-due',
]);
