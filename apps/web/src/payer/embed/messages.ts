/**
 * The messages between a merchant's page and the payment page in its frame. The merchant's page greets the frame each
 * time that it has loaded; the frame learns from the greeting, whose origin the browser names, where to send its
 * reports.
 */
export const HELLO = 'kobogate:hello';
export const REPORT = 'kobogate:payment';
export const CLOSE = 'kobogate:close';
/** The frame's answer to the greeting, where it has nothing to report yet. */
export const READY = 'kobogate:ready';

/** The state of a payment: one of the contract's `PAYMENT_STATES`, and the payment's id. */
export interface PaymentReport {
  readonly state: string;
  readonly paymentId: string;
}

/** The kind of a message, or undefined for one that is not ours. Pure. */
export const kindOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

/** What a message reports of a payment, or null where it is no report. Pure. */
export function readReport(data: unknown): PaymentReport | null {
  if (kindOf(data) !== REPORT) return null;
  const { state, paymentId } = Object(data) as Readonly<Record<string, unknown>>;
  return typeof state === 'string' && typeof paymentId === 'string' ? { state, paymentId } : null;
}
