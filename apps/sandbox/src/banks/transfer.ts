import { z } from 'zod';
import { BEHAVIOURS } from './behaviour.ts';
import { PROVIDERS } from './provider.ts';

/** A transfer that a bank accepted. Its status is never stored: it follows from the times, so no restart can change it. */
export const Transfer = z.object({
  provider: z.enum(PROVIDERS),
  reference: z.string(),
  amountKobo: z.string(),
  feeKobo: z.string(),
  accountNumber: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  /** Empty where nobody told the bank of this account. */
  accountName: z.string(),
  narration: z.string(),
  sessionId: z.string(),
  behaviour: z.enum(BEHAVIOURS),
  /** Milliseconds since 1970. */
  acceptedAt: z.number(),
  settledAt: z.number(),
  reversedAt: z.number().nullable(),
});
export type Transfer = z.infer<typeof Transfer>;

// pending → success | failed; success → reversed
export type TransferStatus = 'pending' | 'success' | 'failed' | 'reversed';

/** The status of a transfer at a moment. */
export function statusAt(transfer: Transfer, now: number): TransferStatus {
  if (now < transfer.settledAt) return 'pending';
  if (transfer.behaviour === 'fail') return 'failed';
  return transfer.reversedAt !== null && now >= transfer.reversedAt ? 'reversed' : 'success';
}

/** Whether the status of a transfer is the same from this moment on. */
export function isFinalAt({ settledAt, reversedAt }: Transfer, now: number): boolean {
  return now >= settledAt && (reversedAt === null || now >= reversedAt);
}

/** What a provider's float holds, in kobo: a failed transfer costs nothing, a reversed one its fee. */
export function floatKobo(openingKobo: bigint, transfers: readonly Transfer[], now: number): bigint {
  return transfers.reduce((left, transfer) => {
    const status = statusAt(transfer, now);
    if (status === 'failed') return left;
    const fee = BigInt(transfer.feeKobo);
    return left - fee - (status === 'reversed' ? 0n : BigInt(transfer.amountKobo));
  }, openingKobo);
}

/** ₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above, in kobo: what Nigerian transfer providers commonly publish. */
export function transferFeeKobo(amountKobo: bigint): bigint {
  if (amountKobo <= 500_000n) return 1_000n;
  return amountKobo <= 5_000_000n ? 2_500n : 5_000n;
}
