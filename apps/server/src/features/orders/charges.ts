/** VAT on a fee, in basis points of the fee: 7.5 % in Nigeria. */
export const VAT_BASIS_POINTS = 750n;
const WHOLE = 10_000n;
/** Stamp duty on a transfer of so many kobo and more: ₦50 from ₦10,000 on, in Nigeria since 2026. */
const STAMP_DUTY_FROM_KOBO = 1_000_000n;
const STAMP_DUTY_KOBO = 5_000n;

/** What the house's part of a conversion consists of, in kobo. */
export interface Charges {
  /** Without VAT. */
  readonly feeKobo: bigint;
  readonly vatKobo: bigint;
  readonly stampDutyKobo: bigint;
}

/**
 * Splits what a conversion leaves to the house into its fee and the VAT on it; the two add up to `spreadKobo`, a part of
 * a kobo going to the tax. Who bears the stamp duty is decided here: the law asks the sender of a transfer, which is the
 * house, so the duty is paid out of the fee and takes nothing from the customer's naira. Pure.
 */
export function splitCharges({ nairaKobo, spreadKobo }: { nairaKobo: bigint; spreadKobo: bigint }): Charges {
  const feeKobo = (spreadKobo * WHOLE) / (WHOLE + VAT_BASIS_POINTS);
  return { feeKobo, vatKobo: spreadKobo - feeKobo, stampDutyKobo: stampDutyOn(nairaKobo) };
}

/** The stamp duty on one transfer of so many kobo. Pure. */
export function stampDutyOn(kobo: bigint): bigint {
  return kobo >= STAMP_DUTY_FROM_KOBO ? STAMP_DUTY_KOBO : 0n;
}
