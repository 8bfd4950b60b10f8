import { PROVIDER_MINUTES, SIGN_IN_PROVIDERS } from '@kobogate/contract';
import * as z from 'zod/mini';
import type { SecretBox } from '../../platform/secret-box.ts';

const provider = z.enum(SIGN_IN_PROVIDERS);
const flowSchema = z.object({
  provider,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The browser's device secret, which can't come with the provider's answer. */
  device: z.optional(z.string()),
  expiresAt: z.number(),
});
/** A sign-in that has begun. */
export type Flow = z.output<typeof flowSchema>;

const ticketSchema = z.object({
  provider,
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  expiresAt: z.number(),
});
/** A person whom a provider has named. */
export type Ticket = z.output<typeof ticketSchema>;

const FLOW = 'a sign-in by a provider';
const TICKET = 'a person named by a provider';

/**
 * What has to outlive a step of a sign-in goes with the browser, sealed: who only begins one leaves nothing in the
 * database, and the code's verifier is nowhere in the clear.
 */
export function createSeals(box: SecretBox) {
  const seal = (value: Flow | Ticket, place: string): string =>
    box.seal(Buffer.from(JSON.stringify(value)), place).toString('base64url');
  return {
    sealFlow: (flow: Flow): string => seal(flow, FLOW),
    sealTicket: (ticket: Ticket): string => seal(ticket, TICKET),
    /** The sign-in that was sealed; null for anything else, and once its time is over. */
    openFlow: (text: string, now: Date): Flow | null => open(box, { text, place: FLOW, schema: flowSchema }, now),
    openTicket: (text: string, now: Date): Ticket | null =>
      open(box, { text, place: TICKET, schema: ticketSchema }, now),
  };
}
export type Seals = ReturnType<typeof createSeals>;

/** When what begins now is over. */
export const expiryFrom = (now: Date): number => now.getTime() + PROVIDER_MINUTES * 60_000;

function open<Value extends { expiresAt: number }>(
  box: SecretBox,
  { text, place, schema }: { text: string; place: string; schema: z.ZodMiniType<Value> },
  now: Date,
): Value | null {
  try {
    const value = schema.parse(JSON.parse(box.open(Buffer.from(text, 'base64url'), place).toString()));
    return value.expiresAt > now.getTime() ? value : null;
  } catch {
    return null;
  }
}
