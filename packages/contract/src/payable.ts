import type { Payment } from './payments.ts';

/** Whether coins should be sent for a payment now; `rate-ended` asks for a new rate first. */
export type Payable = 'yes' | 'rate-ended' | 'no';

/**
 * Whether a payment takes coins at `now`, in milliseconds of the server's clock: never after its lock has ended, not while
 * coins are on their way, and not if another payment has used the link. Without a lock it does: the rate of the moment when the
 * coins are final counts, and the payer's page says so. Pure.
 */
export function payableAt(
  {
    state,
    lockExpiresAt,
    missing,
    isLinkUsed = false,
  }: Pick<Payment, 'state' | 'lockExpiresAt' | 'missing'> & Partial<Pick<Payment, 'isLinkUsed'>>,
  now: number,
): Payable {
  if (!/[1-9]/.test(missing) || isLinkUsed) return 'no';
  if (state === 'expired') return 'rate-ended';
  if (state !== 'waiting' && state !== 'underpaid') return 'no';
  return lockExpiresAt !== null && now >= Date.parse(lockExpiresAt) ? 'rate-ended' : 'yes';
}
