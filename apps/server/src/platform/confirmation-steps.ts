import { type Kobo, toKobo } from '@kobogate/money';
/** Deposits worth `upToKobo` at most are final after `confirmations` blocks. */
export interface ConfirmationStep {
  readonly upToKobo: Kobo;
  readonly confirmations: number;
}

/** When a deposit on a network is final: steps by its value, lowest first, and the confirmations above all steps. */
export interface ConfirmationPolicy {
  readonly steps: readonly ConfirmationStep[];
  /** Above all steps, and where the value of a deposit is not known. */
  readonly confirmations: number;
}

const STEP = /^([1-9]\d{0,5}):([1-9]\d{0,14})$/;
const LAST = /^[1-9]\d{0,5}$/;
const KOBO_IN_NAIRA = 100n;

/**
 * Reads `6`, or steps by naira such as `1:50000,3:5000000,6`: one block up to ₦50,000, three up to ₦5,000,000, six above.
 * Null where the text has another form, the last part has a bound, or a higher value would need fewer blocks. Pure.
 */
export function readConfirmationPolicy(text: string): ConfirmationPolicy | null {
  const parts = text.split(',').map((part) => part.trim());
  const last = parts.at(-1) ?? '';
  const matches = parts.slice(0, -1).map((part) => STEP.exec(part));
  if (!LAST.test(last) || matches.includes(null)) return null;
  const steps = matches.map((match) => ({
    confirmations: Number(match?.[1]),
    upToKobo: toKobo(BigInt(match?.[2] ?? 0) * KOBO_IN_NAIRA),
  }));
  const confirmations = Number(last);
  const needed = [...steps.map((step) => step.confirmations), confirmations];
  const rises =
    needed.every((count, at) => at === 0 || count > (needed[at - 1] ?? 0)) &&
    steps.every(({ upToKobo }, at) => at === 0 || upToKobo > (steps[at - 1]?.upToKobo ?? 0n));
  return rises ? { steps, confirmations } : null;
}
