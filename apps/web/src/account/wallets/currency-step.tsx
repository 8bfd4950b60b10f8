import { endpoints, TEXTS, type SupportedCoin } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChoiceList } from '../../ui/choice-list.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { searchCoins } from './wallet-choice.ts';

/** First step of a new wallet: the coin, from a searchable list. Shows which coins are on offer once known. */
export function CurrencyStep({ value, onChoose }: { value: string | null; onChoose: (coin: SupportedCoin) => void }) {
  const coins = useCall(endpoints.wallets.supportedCoins);
  const [typed, setTyped] = useState('');

  if (coins.isPending) return <SkeletonRows label="Loading currencies" className="h-14" />;
  if (coins.data === undefined) {
    return (
      <ErrorState
        message={TEXTS.currenciesLoadFailed}
        onRetry={() => void coins.refetch()}
        isRetrying={coins.isFetching}
      >
        {messageFor(coins.error, '')}
      </ErrorState>
    );
  }
  const found = searchCoins(coins.data.data, typed);
  return (
    <div className="grid gap-4">
      <TextField
        label="Search currencies"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div aria-live="polite">{found.length === 0 && <p className="py-6 text-center">{TEXTS.noCurrencies}</p>}</div>
      <ChoiceList
        legend="Currency"
        name="currency"
        value={value}
        choices={found.map((coin) => ({
          value: coin.currency,
          label: coin.currency,
          detail: describeCoin(coin),
          mark: <CoinMark currency={coin.currency} className="size-8" />,
        }))}
        onChange={(currency) => {
          const coin = found.find((candidate) => candidate.currency === currency);
          if (coin !== undefined) onChoose(coin);
        }}
      />
    </div>
  );
}

const describeCoin = ({ name, networks, hasRate }: SupportedCoin): string =>
  [
    name,
    networks.length === 1 ? '1 network' : `${networks.length} networks`,
    ...(hasRate ? [] : ['no rate at the moment']),
  ].join(' · ');
