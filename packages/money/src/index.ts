export { add, MixedAssets, subtract } from './amount.ts';
export type { Amount, Asset } from './amount.ts';
export { formatKobo, formatNaira, formatUnits, groupThousands, LARGEST_AMOUNT, parseAmount } from './decimal.ts';
export type { ParsedAmount, ParseFailure } from './decimal.ts';
export { plainNaira } from './plain-naira.ts';
export { sumKobo, toKobo } from './kobo.ts';
export type { Kobo } from './kobo.ts';
export {
  amountForNairaRoundedUp,
  compareRates,
  deviationBasisPointsRoundedUp,
  divideRatesRoundedDown,
  formatRate,
  LARGEST_RATE_SCALE,
  multiplyRatesRoundedDown,
  nairaForRoundedDown,
  parseRate,
  rateLessSpreadRoundedDown,
} from './rate.ts';
export type { ParsedRate, Rate, RateFailure } from './rate.ts';
export { splitBasisPointsRoundedDown } from './split.ts';
