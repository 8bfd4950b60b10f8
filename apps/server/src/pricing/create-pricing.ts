import type { OperatorSettings } from '../controls/index.ts';
import type { Base } from '../platform/base.ts';
import { createOfferedProducts } from './products/offered-products.ts';
import { productRoutes } from './products/routes.ts';
import type { ProductViewDependencies } from './products/view-products.ts';
import { createCurrentRates } from './rates/current-rates.ts';
import type { MarketPolicy } from './rates/market.ts';
import type { RateSource } from './rates/rate-source.ts';
import { refreshRates } from './rates/refresh-rates.ts';
import { rateRoutes } from './rates/routes.ts';

/** What the pricing room needs. */
interface PricingNeeds extends Base {
  readonly settings: OperatorSettings;
  readonly rateSources: readonly RateSource[];
  readonly configuration: {
    readonly marketPolicy: MarketPolicy;
    readonly rateRefreshSeconds: number;
    readonly quoteSeconds: number;
    /** Applies where a product has no spread of its own. */
    readonly spreadBasisPoints: number;
    /** The watched networks, each with when a deposit on it is final. */
    readonly networks: ProductViewDependencies['confirmationPolicies'];
  };
}

/** Rates, the terms of products, and quotes. */
export function createPricing(needs: PricingNeeds) {
  const { database, clock, log, settings, rateSources: sources } = needs;
  const { marketPolicy: policy, rateRefreshSeconds, quoteSeconds, spreadBasisPoints, networks } = needs.configuration;
  const products = createOfferedProducts({ database, clock, spreadBasisPoints });
  const currentRates = createCurrentRates({ database, clock, policy, products });
  return {
    routes: [
      ...rateRoutes({ database, clock, currentRates, products, quoteSeconds }),
      ...productRoutes({ database, settings, products, confirmationPolicies: networks }),
    ],
    timers: [
      {
        name: 'refresh-rates',
        everySeconds: rateRefreshSeconds,
        run: () => refreshRates({ database, clock, log, sources, policy }),
      },
    ],
    handlers: [] as const,
    queries: { products, currentRates },
  };
}
