import type { SiteCoin, SupportedCoin } from '@kobogate/contract';
import { compareRates, deviationBasisPointsRoundedUp, formatRate } from '@kobogate/money';
import type { CurrentRates } from '../../pricing/index.ts';

/**
 * The coins on offer with their networks, and what one whole coin is worth now: the lowest rate among its networks, so that
 * nobody is promised more than they get; no rate if none can be trusted.
 */
export async function listOffers({
  listCoins,
  currentRates,
}: {
  readonly listCoins: () => Promise<SupportedCoin[]>;
  readonly currentRates: CurrentRates;
}): Promise<SiteCoin[]> {
  const [coins, rates] = await Promise.all([listCoins(), currentRates()]);
  return coins.map(({ currency, name, networks }) => {
    const [lowest] = networks
      .flatMap(({ id }) => rates.get(`${currency}@${id}`) ?? [])
      .toSorted((left, right) => compareRates(left.rate, right.rate));
    return {
      currency,
      name,
      networks,
      rate: lowest === undefined ? null : formatRate(lowest.rate),
      marketRate: lowest === undefined ? null : formatRate(lowest.marketRate),
      feePercent:
        lowest === undefined
          ? null
          : String(Number(deviationBasisPointsRoundedUp(lowest.rate, lowest.marketRate)) / 100),
    };
  });
}
