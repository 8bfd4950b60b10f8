/**
 * What a merchant's page and the payment page in its frame say to each other. The merchant's page greets the frame each
 * time that it has loaded; the frame learns from the greeting, whose sender the browser names, where its reports go.
 */
export const HELLO = 'kobogate:hello';
export const REPORT = 'kobogate:payment';
export const CLOSE = 'kobogate:close';
/** The frame's answer to the greeting, where it has nothing to report yet: that it is there. */
export const READY = 'kobogate:ready';

/** How a payment stands: one of the contract's `PAYMENT_STATES`, and the payment's id. */
export interface PaymentReport {
  readonly state: string;
  readonly paymentId: string;
}

/** The kind of a message, or undefined where it is none of ours. Pure. */
export const kindOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;

/** What a message reports of a payment, or null where it is no report. Pure. */
export function readReport(data: unknown): PaymentReport | null {
  if (kindOf(data) !== REPORT) return null;
  const { state, paymentId } = Object(data) as Readonly<Record<string, unknown>>;
  return typeof state === 'string' && typeof paymentId === 'string' ? { state, paymentId } : null;
}
