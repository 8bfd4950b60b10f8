import { endpoints, type Quote } from '@kobogate/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callOrThrow } from '../../lib/client.ts';
import { inServerTime } from '../../lib/server-clock.ts';

// Where the server's clock is not known, and the device's is fast, every quote has already ended: without a shortest life it
// would be renewed without pause.
const SHORTEST_LIFE_MS = 20_000;

export interface HeldQuote {
  quote: Quote | null;
  /** It has ended and the next one is on its way: it may be shown, but not converted at. */
  isOld: boolean;
  /** ISO instant, by the server's clock, at which a new quote is asked for. */
  until: string;
  failure: Error | null;
  isLoading: boolean;
  refresh: () => void;
}

/**
 * Holds a rate for the pair, asking again whenever `refresh` is called. Live events don't change it: the rate on the
 * screen is the rate of the conversion.
 */
export function useQuote(pair: { currency: string; network: string } | null): HeldQuote {
  const [round, setRound] = useState(0);
  const answer = useQuery({
    queryKey: [endpoints.orders.quote.path, pair?.currency, pair?.network, round],
    queryFn: ({ signal }) =>
      callOrThrow(endpoints.orders.quote, {
        body: { currency: pair?.currency ?? '', network: pair?.network ?? '' },
        signal,
      }),
    enabled: pair !== null,
    // The last price stays on the screen while the next one is fetched.
    placeholderData: (last) =>
      last?.data.currency === pair?.currency && last?.data.network === pair?.network ? last : undefined,
    staleTime: 'static',
    gcTime: 0,
  });
  const quote = answer.data?.data ?? null;
  const end =
    quote === null ? 0 : Math.max(Date.parse(quote.expiresAt), inServerTime(answer.dataUpdatedAt) + SHORTEST_LIFE_MS);
  return {
    quote,
    isOld: answer.isPlaceholderData,
    until: new Date(end).toISOString(),
    failure: answer.error,
    isLoading: answer.isFetching,
    // A running request is awaited: a device whose clock is fast would otherwise ask for ever.
    refresh: () => {
      if (!answer.isFetching) setRound((current) => current + 1);
    },
  };
}
