declare const unit: unique symbol;

/** Naira, counted in kobo: a whole number that goes wherever a bigint goes, while no amount of coins goes for it. */
export type Kobo = bigint & { readonly [unit]: 'kobo' };

const DIGITS = /^-?\d+$/;

/** A whole number, or its digits as the database and the API write them, as kobo. Throws `SyntaxError` for any other text. */
export const toKobo = (amount: bigint | string): Kobo => {
  // BigInt alone takes an empty text for 0 and reads hexadecimal digits.
  if (typeof amount === 'string' && !DIGITS.test(amount)) throw new SyntaxError(`“${amount}” is no amount of kobo`);
  return BigInt(amount) as Kobo;
};

/** The exact sum; nothing adds up to zero. */
export const sumKobo = (amounts: Iterable<Kobo>): Kobo => {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return toKobo(sum);
};
