import type { EventType } from './events.ts';
import type { Base } from './platform/base.ts';
import type { Metrics } from './platform/metrics.ts';
import { createFindDue, createWorker, type EventHandler, reviveEvents, type Worker } from './platform/queue.ts';
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
  { shutdown, metrics }: { readonly shutdown: Shutdown; readonly metrics: Pick<Metrics, 'addMeasures'> },
): Promise<void> {
  const timers = createTimers(list, log);
  metrics.addMeasures(() => Promise.resolve(timers.measure()));
  const workers = createWorkers({ database, clock, log }, all, payouts.mostInHand);
  const stopWork = async (): Promise<void> => {
    const stopped = Promise.all([...workers, dispatcher].map((each) => each.stop()));
    payouts.stop();
    await stopped;
  };
  shutdown.add(timers, { stop: stopWork });
  const revived = await reviveEvents(database);
  if (revived > 0) log.warn({ events: revived }, 'events that were given up on before are tried once more');
  await timers.start();
  // What was stopped during the start is not begun.
  if (shutdown.draining.aborted) return;
  // The check of the bank's list also precedes the first payout; nothing waits for it here.
  void gate.requireOpen().catch((error: unknown) => log.warn({ err: error }, 'nothing leaves now'));
  for (const worker of workers) worker.start();
  dispatcher.start();
}

/** The workers of one process, which handle all events between them; `mostInHand` as in `Work`. */
export function createWorkers(base: Base, all: Handlers, mostInHand: number): Worker[] {
  const { banks, mails, others } = splitByPace(all);
  const shared = { ...base, findDue: createFindDue(base) };
  return [
    createWorker({ ...shared, handlers: others, concurrency: SHARING }),
    createWorker({ ...shared, handlers: mails }),
    ...banks.map((handlers) => createWorker({ ...shared, handlers, concurrency: mostInHand })),
  ];
}

type Handlers = Readonly<Record<string, EventHandler>>;

/** How many events are handled at a time that wait for nothing but the database: those of one kind share commits. */
const SHARING = 200;

interface ByPace {
  readonly banks: readonly Handlers[];
  readonly mails: Handlers;
  readonly others: Handlers;
}

/**
 * The handlers by worker. Each kind that waits for a bank has its own worker, and so have those that wait for a mail server or
 * a provider of text messages, so that a slow one delays no deposits, and asking about payouts does not delay payouts that
 * leave.
 */
export function splitByPace(handlers: Handlers): ByPace {
  const all = Object.entries(handlers);
  const only = (kinds: ReadonlySet<string>): [string, EventHandler][] => all.filter(([type]) => kinds.has(type));
  return {
    banks: only(WAITS_FOR_BANKS).map((entry) => Object.fromEntries([entry])),
    mails: Object.fromEntries(only(WAITS_FOR_MAIL)),
    others: Object.fromEntries(all.filter(([type]) => !WAITS_FOR_BANKS.has(type) && !WAITS_FOR_MAIL.has(type))),
  };
}

const WAITS_FOR_MAIL: ReadonlySet<string> = new Set<EventType>([
  'mail.send',
  'sms.send',
  'account.code-requested',
  'account.reset-requested',
]);

const WAITS_FOR_BANKS: ReadonlySet<string> = new Set<EventType>([
  'payout.due',
  'payout.check',
  'payout.callback',
  'order.name-due',
]);
