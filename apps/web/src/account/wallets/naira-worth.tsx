import { nairaOfKobo } from '../../lib/formats.ts';
import { Moment } from '../../ui/moment.tsx';
import { koboOf, type Priced } from './wallet-worth.ts';

/** What a wallet's balance is worth in naira, and when the rate was that; nothing for an empty one, or without a rate. */
export function NairaWorth({ wallet }: { wallet: Priced }) {
  const kobo = koboOf(wallet);
  if (kobo === null || kobo === 0n || wallet.rateAt === null) return null;
  return (
    <p className="mt-1 text-[15px]">
      <span className="figures font-medium whitespace-nowrap">≈ {nairaOfKobo(String(kobo))}</span>
      <span className="block text-sm text-ink-soft">
        at the rate of <Moment at={wallet.rateAt} />
      </span>
    </p>
  );
}
