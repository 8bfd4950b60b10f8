import { CURRENCY_NAMES, isCurrency, type SupportedCoin } from '@kobogate/contract';
import type { SelectOption } from '../../ui/select-field.tsx';

/**
 * The coins of a link to choose from, in the link's order, each once. A coin that is not on offer is there but can't be
 * chosen; while the offer is not known (null), all can.
 */
export function coinChoices(coins: readonly string[], offered: readonly SupportedCoin[] | null): SelectOption[] {
  return [...new Set(coins)].map((coin) => {
    const name = isCurrency(coin) ? `${CURRENCY_NAMES[coin]} (${coin})` : coin;
    const isOffered = offered === null || offered.some(({ currency }) => currency === coin);
    return isOffered ? { value: coin, label: name } : { value: coin, label: `${name}, not on offer`, disabled: true };
  });
}

/** The networks that a coin can really be paid on here; none while the coin or the offer is not known. */
export function networkChoices(currency: string, offered: readonly SupportedCoin[] | null): SelectOption[] {
  const coin = offered?.find((candidate) => candidate.currency === currency);
  return coin?.networks.map(({ id, name }) => ({ value: id, label: name })) ?? [];
}
