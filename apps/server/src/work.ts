import { IN_HAND_PER_TURN } from './payouts/index.ts';
import { createDispatcher, type WebhookSender } from './messaging/index.ts';
import { createHandlers, createTimerList, type FlowDependencies, splitByPace } from './flow.ts';
import { createWorker, reviveEvents } from './platform/queue.ts';
import type { SecretBox } from './platform/secret-box.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { createTimers } from './platform/timers.ts';

/** Starts the role `worker`: the timers, the handlers of events and the sending of webhooks. `shutdown` stops them all. */
export async function startWork(
  flow: FlowDependencies,
  {
    payoutsAtOnce,
    secretBox,
    sender,
  }: { readonly payoutsAtOnce: number; readonly secretBox: SecretBox; readonly sender: WebhookSender },
  shutdown: Shutdown,
): Promise<void> {
  const { database, clock, log, gate, rails, router } = flow;
  const timers = createTimers(createTimerList(flow), log);
  const { banks, others } = splitByPace(createHandlers(flow));
  // Enough for what every rail may have in hand, so that none takes another's place.
  const concurrency = IN_HAND_PER_TURN * payoutsAtOnce * rails.length;
  const workers = [
    createWorker({ database, clock, log, handlers: others }),
    ...banks.map((handlers) => createWorker({ database, clock, log, handlers, concurrency })),
  ];
  const dispatcher = createDispatcher({ database, clock, log, secretBox, sender });
  const stopWork = async (): Promise<void> => {
    const stopped = Promise.all([...workers, dispatcher].map((each) => each.stop()));
    router.stop();
    await stopped;
  };
  shutdown.add(timers, { stop: stopWork });
  const revived = await reviveEvents(database);
  if (revived > 0) log.warn({ events: revived }, 'events that were given up on before are tried once more');
  await timers.start();
  // What a bank lists stops the first payout, too; nothing waits for it.
  void gate.requireOpen().catch((error: unknown) => log.warn({ err: error }, 'nothing leaves now'));
  for (const worker of workers) worker.start();
  dispatcher.start();
}
