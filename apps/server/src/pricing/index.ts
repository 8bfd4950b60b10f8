export { type OfferedProducts } from './products/offered-products.ts';
export { type OfferedProduct, refuseConversion } from './products/product.ts';
export { noRate, requirePair } from './rates/create-quote.ts';
export { type CurrentRates } from './rates/current-rates.ts';
export { deleteQuotes, marketRatesAt, newestTickAt, readRate } from './rates/db.ts';
export type { RateSource } from './rates/rate-source.ts';
export type { CustomerRate, RateTick } from './rates/rate.ts';
export { createPricing } from './create-pricing.ts';
export { personalRecords } from './personal-records.ts';
