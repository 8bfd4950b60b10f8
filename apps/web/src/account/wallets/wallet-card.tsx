import type { Wallet } from '@kobogate/contract';
import { dateText, maskedAddress, nairaOfKobo } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { MarkedCoin } from '../../ui/coin-mark.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QrCode } from '../../ui/icons.ts';
import { Coin, Rate } from '../../ui/money.tsx';
import { Badge } from '../../ui/status.tsx';
import { RateChange } from './rate-change.tsx';
import { Moment } from '../../ui/moment.tsx';
import { koboOf, type Priced } from './wallet-worth.ts';

/** One wallet: its balance, the coin's rate, and where to send more. */
export function WalletCard({ wallet, onShowAddress }: { wallet: Wallet; onShowAddress: () => void }) {
  const { currency, networkName, balance, held, rate } = wallet;
  const name = `${currency} on ${networkName}`;
  return (
    <Card className="flex h-full flex-col" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">
          <MarkedCoin currency={currency} network={wallet.network}>
            {currency}
          </MarkedCoin>
        </h2>
        <Badge tone="neutral">{networkName}</Badge>
      </div>
      <p className={classes('headline figures mt-5 wrap-anywhere', balance.length > 12 ? 'text-xl' : 'text-3xl')}>
        <Coin amount={balance} currency={currency} />
      </p>
      <NairaWorth wallet={wallet} />
      <p className="mt-1.5 text-sm text-ink-soft">
        Yours to convert
        {held !== '0' && (
          <>
            {' · '}
            <Coin amount={held} currency={currency} /> held for open orders
          </>
        )}
      </p>
      <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline pt-4 text-sm">
        {rate === null ? (
          <span className="text-ink-soft">No rate at the moment</span>
        ) : (
          <Rate rate={rate} currency={currency} className="font-medium" />
        )}
        <span className="inline-flex items-center gap-1.5">
          <span className="text-ink-soft">24h change</span>
          <RateChange change={wallet.change24h} />
        </span>
      </p>
      <p className="mt-3 text-sm">
        <span className="text-ink-soft">Deposit address </span>
        <code className="font-mono whitespace-nowrap">{maskedAddress(wallet.depositAddress)}</code>
      </p>
      <p className="mt-1 mb-5 text-sm text-ink-soft">Created {dateText(wallet.createdAt)}</p>
      <div className="mt-auto flex flex-wrap gap-2">
        <CopyButton text={wallet.depositAddress} label="Copy address" what={name} className="grow" />
        <Button variant="quiet" aria-haspopup="dialog" onClick={onShowAddress}>
          <QrCode className="size-4" aria-hidden="true" />
          QR code<span className="sr-only">: {name}</span>
        </Button>
      </div>
    </Card>
  );
}

/** What a wallet's balance is worth in naira, and when the rate was that; nothing for an empty one, or without a rate. */
function NairaWorth({ wallet }: { wallet: Priced }) {
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
