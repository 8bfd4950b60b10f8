import {
  type AnswerOf,
  type BodyInputOf,
  DEVICE_HEADER,
  type Endpoint,
  SESSION_ENDED,
  TEXTS,
} from '@kobogate/contract';
import { deviceSecret } from '../lib/device.ts';
import { noteWhyEnded, storedToken, storeToken } from '../lib/token.ts';

/** An answer, or the server's sentence that says why there is none; empty if it gave none. Status 0: the network failed. */
export type Sent<Answer> =
  | { readonly isDone: true; readonly answer: Answer }
  | { readonly isDone: false; readonly status: number; readonly message: string };

const UNREADABLE = 'The server answered in a way that this page does not understand. Please reload the page.';

/**
 * Makes a call of the contract from a sign-in page, as `call` does in the app, without the schemas: they weigh more
 * than these pages. No time-out. A 401 ends the session that was stored when it was sent.
 */
export async function send<E extends Endpoint>(path: E['path'], body: BodyInputOf<E>): Promise<Sent<AnswerOf<E>>> {
  const token = storedToken();
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(`/api${path}`, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', [DEVICE_HEADER]: deviceSecret() },
      body: JSON.stringify(body),
    });
    answer = await response.json().catch(() => null);
  } catch {
    return { isDone: false, status: 0, message: TEXTS.networkError };
  }
  if (response.status === 401 && token !== null && token === storedToken()) {
    storeToken(null);
    if (textOf(answer, 'code') === SESSION_ENDED) noteWhyEnded(textOf(answer, 'message'));
  }
  if (!response.ok) return { isDone: false, status: response.status, message: textOf(answer, 'message') };
  if (typeof answer !== 'object' || answer === null) {
    return { isDone: false, status: response.status, message: UNREADABLE };
  }
  // The answer comes from our own server of the same build, which checks it against the endpoint's schema.
  return { isDone: true, answer: answer as AnswerOf<E> };
}

function textOf(answer: unknown, field: string): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const value: unknown = Object.getOwnPropertyDescriptor(answer, field)?.value;
  return typeof value === 'string' ? value : '';
}
