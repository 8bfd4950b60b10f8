import { type OrderDetail, paymentUri } from '@kobogate/contract';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { DepositAddress } from '../../ui/deposit-address.tsx';
import { Coin } from '../../ui/money.tsx';
import { OnlyThisCoin } from '../../ui/only-this-coin.tsx';

/** What to send, how much and where to, while the order still waits for coins. `amount` is what is still to be sent. */
export function SendCard({ order, amount }: { order: OrderDetail; amount: string }) {
  const { fromCurrency, networkName, funding, lockEnded, lockExpiresAt } = order;
  return (
    <Card aria-label="What to send">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-[15px] text-ink-soft">
            Send exactly, on <strong className="font-semibold text-ink">{networkName}</strong>
          </h2>
          <p className="headline mt-1 text-3xl wrap-anywhere">
            <Coin amount={amount} currency={fromCurrency} />
          </p>
        </div>
        <CopyButton text={amount} label="Copy amount" />
      </div>
      <DepositAddress
        address={order.depositAddress}
        currency={fromCurrency}
        networkName={networkName}
        uri={paymentUri({ currency: fromCurrency, network: order.network, address: order.depositAddress, amount })}
      />
      <div className="mt-6 grid gap-3 border-t border-hairline pt-5">
        <p className="text-[15px]">
          {lockEnded || funding === 'expired' ? (
            'The rate lock has ended. Coins that arrive later are converted at the rate of that moment.'
          ) : (
            <>
              Rate locked for another{' '}
              <span className="font-semibold">
                <Countdown until={lockExpiresAt} endedText="moment" />
              </span>
              . Coins that arrive later are converted at the rate of that moment.
            </>
          )}
        </p>
        <OnlyThisCoin title={`Only ${fromCurrency} on ${networkName}.`} />
      </div>
    </Card>
  );
}
