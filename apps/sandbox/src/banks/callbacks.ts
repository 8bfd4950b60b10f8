import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../platform/log.ts';
import { messageOf } from '../platform/refusal.ts';
import type { Provider } from './provider.ts';
import type { Transfer, TransferStatus } from './transfer.ts';
import { paidAgainAt, statusAt, toldOf } from './transfer.ts';

const WAITS_BEFORE_RETRY_MS = [1_000, 5_000, 30_000];
const LONGEST_WAIT_MS = 24 * 60 * 60_000;
const COPIES_OF_A_DUPLICATE = 3;
const SIGNATURE_BYTES = 64;

/** A callback as a provider sends it. */
export interface CallbackMessage {
  readonly body: string;
  readonly signatureHeader: string;
  readonly signature: string;
}
export type CallbackFormat = (transfer: Transfer, status: TransferStatus) => CallbackMessage;

/** Reports each change of a transfer to the product, at the moment it happens. */
export interface Callbacks {
  schedule(transfer: Transfer): void;
  stop(): void;
}

interface Telling {
  readonly at: number;
  readonly status: TransferStatus;
  readonly copies: number;
  readonly isForged: boolean;
}

/** The reports of a transfer, with their times. Pure. */
function tellingsOf(transfer: Transfer): Telling[] {
  const { behaviour, acceptedAt, settledAt, reversedAt } = transfer;
  const once = { copies: 1, isForged: false };
  const copies = behaviour === 'duplicate-callback' ? COPIES_OF_A_DUPLICATE : 1;
  const tellings: Telling[] = [{ ...once, at: settledAt, status: statusAt(transfer, settledAt), copies }];
  if (reversedAt !== null) tellings.push({ ...once, at: reversedAt, status: 'reversed' });
  const again = paidAgainAt(transfer);
  if (again !== null) tellings.push({ ...once, at: again, status: 'success' });
  if (behaviour === 'stale-callback') tellings.push({ ...once, at: settledAt + 1, status: 'pending' });
  if (behaviour === 'forged-callback') {
    tellings.push({ copies: 1, isForged: true, at: (acceptedAt + settledAt) / 2, status: 'failed' });
  }
  return tellings;
}

/**
 * Sends each provider's callbacks to its name beside `url` (`…/callbacks/` → `…/callbacks/paystack`), each again after
 * 1, 5 and 30 seconds where it is not answered with 2xx.
 */
export function createCallbacks(url: string, formats: Readonly<Record<Provider, CallbackFormat>>, log: Log): Callbacks {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each waiting callback listens for the end only while it waits: as many at once as transfers are open.
  setMaxListeners(0, signal);

  async function isDelivered(address: string, { body, signatureHeader, signature }: CallbackMessage): Promise<boolean> {
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signature },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  async function tell(transfer: Transfer, { at, status, copies, isForged }: Telling): Promise<void> {
    await pause(Math.max(0, at - Date.now()), undefined, { signal });
    const address = new URL(transfer.provider, url).href;
    const signed = formats[transfer.provider](toldOf(transfer), status);
    const message = isForged ? { ...signed, signature: randomBytes(SIGNATURE_BYTES).toString('hex') } : signed;
    for (let copy = 0; copy < copies; copy += 1) {
      let isDone = await isDelivered(address, message);
      for (const wait of WAITS_BEFORE_RETRY_MS) {
        if (isDone) break;
        await pause(wait, undefined, { signal });
        isDone = await isDelivered(address, message);
      }
      if (!isDone) log(`${transfer.provider}: the callback for ${transfer.reference} was not taken by ${address}.`);
    }
  }

  return {
    schedule: (transfer) => {
      for (const telling of tellingsOf(transfer)) {
        // After a restart those of the past stay unsent: a callback is a hint, and real ones are lost too.
        if (telling.at <= Date.now() - 1) continue;
        // No timer runs for that long.
        if (telling.at > Date.now() + LONGEST_WAIT_MS) continue;
        void tell(transfer, telling).catch((error: unknown) => {
          if (!signal.aborted) log(`${transfer.provider}: a callback failed: ${messageOf(error)}`);
        });
      }
    },
    stop: () => stopping.abort(),
  };
}
