import { nairaForRoundedDown, type Rate, type Kobo, toKobo } from '@kobogate/money';

/** VAT on a fee, in basis points of the fee: 7.5 % in Nigeria. */
const VAT_BASIS_POINTS = 750n;
const WHOLE = 10_000n;
/** Stamp duty on a transfer of so many kobo and more: ₦50 from ₦10,000 on, in Nigeria since 2026. */
const STAMP_DUTY_FROM_KOBO = 1_000_000n;
const STAMP_DUTY_KOBO = toKobo(5_000n);

/** What the house keeps of a conversion, in kobo. */
export interface Charges {
  /** Without VAT. */
  readonly feeKobo: Kobo;
  readonly vatKobo: Kobo;
  readonly stampDutyKobo: Kobo;
}

/**
 * Splits what a conversion leaves to the house into its fee and the VAT on it; the two add up to `spreadKobo`, a part
 * of a kobo going to the tax. The house bears the stamp duty: the law charges the sender of a transfer, which is the
 * house, so the duty is paid out of the fee and takes nothing from the customer's naira. Pure.
 */
export function splitCharges({ nairaKobo, spreadKobo }: { nairaKobo: Kobo; spreadKobo: Kobo }): Charges {
  const feeKobo = toKobo((spreadKobo * WHOLE) / (WHOLE + VAT_BASIS_POINTS));
  return { feeKobo, vatKobo: toKobo(spreadKobo - feeKobo), stampDutyKobo: stampDutyOn(nairaKobo) };
}

/** The stamp duty on one transfer of so many kobo. Pure. */
export function stampDutyOn(kobo: Kobo): Kobo {
  return kobo >= STAMP_DUTY_FROM_KOBO ? STAMP_DUTY_KOBO : toKobo(0n);
}

/**
 * What coins are worth at an offer, in kobo: `grossKobo` at the market's rate, which is naira, fee and VAT together.
 */
export interface Price extends Charges {
  readonly grossKobo: Kobo;
  readonly nairaKobo: Kobo;
}

/**
 * The worth of coins at an offer: the kobo that are paid, rounded down, and the kobo that the house keeps of their
 * worth at the market's rate. The two add up to the market's worth, rounded down. Pure.
 */
export function priceOrder(
  amount: bigint,
  assetDecimals: number,
  { rate, marketRate }: { readonly rate: Rate; readonly marketRate: Rate },
): { readonly nairaKobo: Kobo; readonly spreadKobo: Kobo } {
  const nairaKobo = nairaForRoundedDown(amount, assetDecimals, rate);
  return { nairaKobo, spreadKobo: toKobo(nairaForRoundedDown(amount, assetDecimals, marketRate) - nairaKobo) };
}

/** The parts of a price: the same for a preview on the screen and for the quote that an order is made at. Pure. */
export function priceParts(...[amount, assetDecimals, offer]: Parameters<typeof priceOrder>): Price {
  const { nairaKobo, spreadKobo } = priceOrder(amount, assetDecimals, offer);
  return { grossKobo: toKobo(nairaKobo + spreadKobo), nairaKobo, ...splitCharges({ nairaKobo, spreadKobo }) };
}
