import { rateText, type SiteCoin } from '@kobogate/contract';
import { CoinMark, NetworkMark } from '../ui/coin-mark.tsx';
import { useSite } from './site-context.ts';

/** What each coin is worth at this moment, with the fee in it, and the networks that it may come by. */
export function RatesSection() {
  const { coins, ratesAt } = useSite();
  return (
    <section aria-labelledby="rates-title" className="mx-auto max-w-6xl px-4 pt-20 sm:px-6 lg:pt-28">
      <h2 id="rates-title" className="headline text-4xl">
        Today’s rates, with the fee in them
      </h2>
      <p className="mt-4 max-w-2xl text-ink-soft">
        {ratesAt === null
          ? 'The rates can’t be read at the moment. Once you are signed in you see each one before you agree.'
          : `As of ${ratesAt}. The naira that you are paid for one whole coin, after everything.`}
      </p>
      {coins.length > 0 && <RateTable coins={coins} />}
    </section>
  );
}

const CELL = 'border-t border-hairline py-3 pl-4 text-right';

const feeText = (percent: string | null): string => (percent === null ? '' : `${percent}\u00a0%`);

function RateTable({ coins }: { coins: readonly SiteCoin[] }) {
  return (
    <table className="figures mt-8 w-full">
      <thead className="text-sm text-ink-soft">
        <tr>
          <th scope="col" className="pb-2 text-left font-medium">
            Coin and networks
          </th>
          <th scope="col" className="pb-2 pl-4 text-right font-medium max-sm:hidden">
            Market
          </th>
          <th scope="col" className="pb-2 pl-4 text-right font-medium max-sm:hidden">
            Our fee
          </th>
          <th scope="col" className="pb-2 pl-4 text-right font-medium">
            You are paid
          </th>
        </tr>
      </thead>
      <tbody>
        {coins.map(({ currency, name, networks, rate, marketRate, feePercent }) => (
          <tr key={currency}>
            <th scope="row" className="border-t border-hairline py-3 text-left font-medium">
              <span className="flex items-center gap-3">
                <CoinMark currency={currency} className="size-8" />
                <span>
                  {name}
                  <span className="mt-1 flex flex-wrap gap-1">
                    {networks.map(({ id }) => (
                      <NetworkMark key={id} network={id} className="size-4" />
                    ))}
                    <span className="sr-only">on {networks.map((network) => network.name).join(', ')}</span>
                  </span>
                </span>
              </span>
            </th>
            <td className={`${CELL} text-ink-soft max-sm:hidden`}>
              {marketRate === null ? 'None' : rateText(marketRate)}
            </td>
            <td className={`${CELL} text-ink-soft max-sm:hidden`}>{feeText(feePercent)}</td>
            <td className={`${CELL} font-semibold`}>
              {rate === null ? 'No rate now' : rateText(rate)}
              {feePercent !== null && (
                <span className="block text-sm font-normal text-ink-soft sm:hidden">fee {feeText(feePercent)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
