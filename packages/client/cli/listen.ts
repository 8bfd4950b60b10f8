import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client, Listener } from '../src/client.ts';
import { KobogateError } from '../src/errors.ts';
import { readEvents } from './read-events.ts';

export interface ListenOptions {
  readonly client: Client;
  readonly origin: string;
  readonly apiKey: string;
  /** Where each event is posted to. */
  readonly to: URL;
  /** Null: every event. */
  readonly events: readonly string[] | null;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The server says every twenty seconds that it is there. */
const SILENCE_MS = 65_000;
const COME_BACK_MS = 1000;
const TRY_AGAIN_MS = 1000;

/**
 * Posts each event of the key's owner to an address, in order and signed as deliveries are, until the signal aborts.
 * Where the connection is lost it comes back and goes on after the last one that was posted; one that reaches no program
 * is posted again until it does. Throws `KobogateError` where the server refuses.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { client, events, print, to, signal } = options;
  const { webhooks } = client;
  // The server knows the events, and names one that it does not know.
  const wanted =
    events === null ? {} : { events: events as NonNullable<Parameters<typeof webhooks.listen>[0]>['events'] };
  const listener = await webhooks.listen(wanted, { signal });
  print(`Ready. Events are posted to ${to.href}`);
  print(`WEBHOOK_SECRET=${listener.secret}`);
  print(`To try one: npx kobogate sample payment.paid --endpoint ${listener.id}`);
  let position = listener.lastSequence;
  while (!signal.aborted) {
    try {
      for await (const { id, data } of openStream(options, listener, position)) {
        await post(options, listener, data);
        position = Number(id);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof KobogateError && error.kind === 'refused' && error.status !== 429) throw error;
      print('The connection was lost; coming back.');
    }
    await pause(COME_BACK_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function* openStream(
  { origin, apiKey, signal }: ListenOptions,
  { id }: Listener,
  after: number,
): AsyncGenerator<{ id: string; data: string }> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const address = `${origin.replace(/\/+$/, '')}/api/webhooks/listeners/${id}/stream?after=${after}`;
    const response = await fetch(address, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.any([signal, silent.signal]),
      redirect: 'error',
    });
    if (!response.ok || response.body === null) {
      const { message }: Readonly<Record<string, unknown>> = Object(await response.json().catch(() => null));
      const text = typeof message === 'string' ? message : `Kobogate answered ${response.status}.`;
      throw new KobogateError(response.status < 500 ? 'refused' : 'unavailable', text, { status: response.status });
    }
    yield* readEvents(response.body, () => void timer.refresh());
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
}

/** Posts an event until a program answers, with any answer; a program that restarts gets it then. */
async function post({ to, print, signal }: ListenOptions, { secret }: Listener, body: string): Promise<void> {
  const { type, sequence }: Readonly<Record<string, unknown>> = Object(JSON.parse(body));
  let isWaiting = false;
  while (!signal.aborted) {
    const from = performance.now();
    try {
      const answer = await fetch(to, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Kobogate-Webhooks/1',
          // Signed as it leaves, so that it is not too old however long the program was away.
          'kobogate-signature': signatureOf(secret, body, Date.now()),
        },
        body,
        signal,
        redirect: 'manual',
      });
      await answer.body?.cancel();
      print(`${String(type)} #${String(sequence)}: ${answer.status} (${Math.round(performance.now() - from)} ms)`);
      return;
    } catch {
      if (signal.aborted) return;
      if (!isWaiting) print(`${String(type)} #${String(sequence)}: nothing answers at ${to.href}; trying again.`);
      isWaiting = true;
      await pause(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** The signature header of a body sent at a time in milliseconds. Pure. */
export function signatureOf(secret: string, body: string, at: number): string {
  const time = Math.floor(at / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
