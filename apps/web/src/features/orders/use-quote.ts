import { endpoints, type Quote } from '@kobogate/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callOrThrow } from '../../lib/client.ts';

// By a device clock that runs ahead every quote is over at once: without a shortest life it would be asked for forever.
const SHORTEST_LIFE_MS = 20_000;

export interface HeldQuote {
  quote: Quote | null;
  /** ISO instant, by this device's clock, at which the quote is asked for anew. */
  until: string;
  failure: Error | null;
  isLoading: boolean;
  refresh: () => void;
}

/**
 * Holds a rate for the pair, asking again whenever `refresh` is called. Live events don't touch it: the rate on the
 * screen is the rate that is converted at.
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
    staleTime: 'static',
    gcTime: 0,
  });
  const quote = answer.data?.data ?? null;
  const end = quote === null ? 0 : Math.max(Date.parse(quote.expiresAt), answer.dataUpdatedAt + SHORTEST_LIFE_MS);
  return {
    quote,
    until: new Date(end).toISOString(),
    failure: answer.error,
    isLoading: answer.isFetching,
    refresh: () => setRound((current) => current + 1),
  };
}
