import { z } from 'zod';
import { BEHAVIOURS } from './behaviour.ts';
import { PROVIDERS } from './provider.ts';

/**
 * A transfer that a bank accepted. Its status is never stored: it follows from the times, so no restart can change it.
 */
export const Transfer = z.object({
  provider: z.enum(PROVIDERS),
  reference: z.string(),
  amountKobo: z.string(),
  feeKobo: z.string(),
  accountNumber: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  /** Empty where the bank was not told of this account. */
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

/** An account without an owner: for a provider that reports another account than the one that was paid. */
const OTHER_ACCOUNT = '9999999999';

// pending → success | failed; success → reversed; where a provider contradicts itself, reversed → success
export type TransferStatus = 'pending' | 'success' | 'failed' | 'reversed';

/** The status of a transfer at a moment. */
export function statusAt(transfer: Transfer, now: number): TransferStatus {
  if (now < transfer.settledAt) return 'pending';
  if (transfer.behaviour === 'fail') return 'failed';
  if (transfer.reversedAt === null || now < transfer.reversedAt) return 'success';
  return now >= (paidAgainAt(transfer) ?? Number.POSITIVE_INFINITY) ? 'success' : 'reversed';
}

/** When a returned transfer is reported as paid once more: after as long again as it took to come back. */
export function paidAgainAt({ behaviour, acceptedAt, reversedAt }: Transfer): number | null {
  return behaviour === 'reverse-then-success' && reversedAt !== null ? 2 * reversedAt - acceptedAt : null;
}

/** A transfer as its provider reports it, which may differ from how it was made. */
export function toldOf(transfer: Transfer): Transfer {
  if (transfer.behaviour === 'other-amount') {
    return { ...transfer, amountKobo: String(BigInt(transfer.amountKobo) / 2n) };
  }
  return transfer.behaviour === 'other-account' ? { ...transfer, accountNumber: OTHER_ACCOUNT } : transfer;
}

/** Whether the status of a transfer is final from this moment on. */
export function isFinalAt(transfer: Transfer, now: number): boolean {
  return now >= transfer.settledAt && now >= (paidAgainAt(transfer) ?? transfer.reversedAt ?? 0);
}

/** A provider's float, in kobo: a failed transfer costs nothing, a reversed one its fee. */
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
