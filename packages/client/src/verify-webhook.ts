import type { EventData } from './contract.ts';
import { WebhookError } from './errors.ts';

/** A webhook of one type. */
export interface WebhookEventOf<Type extends keyof EventData> {
  /** The same however often it is sent: act on it once. */
  readonly id: string;
  readonly type: Type;
  /** Counts up by one for each event of an endpoint: a gap is an event that has not arrived yet. */
  readonly sequence: number;
  readonly createdAt: string;
  readonly endpointId: string;
  /** You asked for it as a sample: nothing of it has happened, so act on it only to try your program. */
  readonly isSample: boolean;
  /** Of a payment, a payout, a refund or a link: its state at that time. */
  readonly data: EventData[Type];
}

/**
 * What a webhook tells: by `type` the compiler knows its `data`. A newer Kobogate may send types that are not among
 * these, so leave what you do not know alone.
 */
export type WebhookEvent = { [Type in keyof EventData]: WebhookEventOf<Type> }[keyof EventData];

const LONGEST_HEADER = 2000;

/**
 * Whether a webhook comes from your Kobogate, and what it says. `body` is what arrived, to the byte: parse nothing
 * before. `header` is `Kobogate-Signature`: `t=<unix seconds>,v1=<hex>[,v1=<hex>]`, each HMAC-SHA256 over `t.body`.
 * `secrets` are all that are live, so that one can be replaced without a gap. Signatures are compared in constant time.
 * Throws `WebhookError` where any of it is wrong, or where it was signed more than `toleranceSeconds` (300 unless told)
 * from now.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: { toleranceSeconds?: number; now?: number } = {},
): Promise<WebhookEvent> {
  const { time, signatures } = readHeader(header ?? '');
  if (signatures.length === 0) throw new WebhookError('no-signature', 'There is no Kobogate-Signature.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${time}.`);
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  if (!(await isSigned(signed, signatures, [secrets].flat()))) {
    throw new WebhookError('wrong-signature', 'The signature is by none of the secrets.');
  }
  // Only after the signature: before it, the time is an unproven claim of the sender.
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) {
    throw new WebhookError('too-old', 'It was signed too long ago: it may be a replay by an attacker.');
  }
  return readEvent(new TextDecoder().decode(bytes));
}

function readHeader(header: string): { time: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = header
    .slice(0, LONGEST_HEADER)
    .split(',')
    .map((part) => part.trim().split('='));
  const valuesOf = (wanted: string) => parts.flatMap(([name, value = '']) => (name === wanted ? [value] : []));
  const [time = ''] = valuesOf('t');
  if (!/^\d{1,12}$/.test(time)) return { time: '', signatures: [] };
  const texts = valuesOf('v1').filter((text) => /^[\da-f]{64}$/i.test(text));
  return {
    time,
    signatures: texts.map((text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))),
  };
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Uint8Array<ArrayBuffer>[],
  secrets: readonly string[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  let isOurs = false;
  for (const secret of secrets.filter((text) => text !== '')) {
    const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
    for (const signature of signatures) {
      // `verify` compares in constant time, and every signature is checked, even after a match.
      isOurs = (await crypto.subtle.verify('HMAC', key, signature, signed)) || isOurs;
    }
  }
  return isOurs;
}

function readEvent(text: string): WebhookEvent {
  try {
    const event: Readonly<Record<string, unknown>> = Object(JSON.parse(text));
    const { id, type, sequence, createdAt, endpointId, data } = event;
    const isNamed = [id, type, createdAt, endpointId].every((name) => typeof name === 'string');
    // Only our own server makes events with these fields, and the event is signed.
    if (isNamed && typeof sequence === 'number' && typeof data === 'object') return event as unknown as WebhookEvent;
  } catch {
    // Answered by the error that follows.
  }
  throw new WebhookError('unreadable', 'What was signed is no event.');
}
