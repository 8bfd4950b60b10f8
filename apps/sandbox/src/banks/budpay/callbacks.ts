import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import { messageOf } from '../../platform/refusal.ts';
import type { Transfer } from '../transfer.ts';
import { statusAt } from '../transfer.ts';
import { callbackBody } from './answers.ts';
import { CALLBACK_SIGNATURE } from './signature.ts';

const WAITS_BEFORE_RETRY_MS = [1_000, 5_000, 30_000];
const COPIES_OF_A_DUPLICATE = 3;

/** Tells the product of each change of a transfer, at the moment it happens. */
export interface Callbacks {
  schedule(transfer: Transfer): void;
  stop(): void;
}

/** Sends callbacks to this address, each again after 1, 5 and 30 seconds where it is not answered with 2xx. */
export function createCallbacks(url: string, log: Log): Callbacks {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function isDelivered(body: string): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', merchantsignature: CALLBACK_SIGNATURE },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }

  async function tellAt(moment: number, transfer: Transfer): Promise<void> {
    await pause(Math.max(0, moment - Date.now()), undefined, { signal });
    const body = JSON.stringify(callbackBody(transfer, statusAt(transfer, moment)));
    const copies = transfer.behaviour === 'duplicate-callback' ? COPIES_OF_A_DUPLICATE : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      let isDone = await isDelivered(body);
      for (const wait of WAITS_BEFORE_RETRY_MS) {
        if (isDone) break;
        await pause(wait, undefined, { signal });
        isDone = await isDelivered(body);
      }
      if (!isDone) log(`budpay: the callback for ${transfer.reference} was not taken by ${url}.`);
    }
  }

  return {
    schedule: (transfer) => {
      for (const moment of [transfer.settledAt, transfer.reversedAt]) {
        // After a restart those of the past stay unsent: a callback is a hint, and real ones get lost too.
        if (moment === null || moment < transfer.acceptedAt || moment <= Date.now() - 1) continue;
        void tellAt(moment, transfer).catch((error: unknown) => {
          if (!signal.aborted) log(`budpay: a callback failed: ${messageOf(error)}`);
        });
      }
    },
    stop: () => stopping.abort(),
  };
}
