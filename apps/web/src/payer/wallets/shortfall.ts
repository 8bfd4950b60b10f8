import { formatUnits } from '@kobogate/money';
import type { Holding } from './server-calls.ts';
import type { Shortfall } from './wallet.ts';

/** A coin as its amounts are written. */
interface Coin {
  readonly currency: string;
  readonly decimals: number;
}

/** What an account lacks of the token, else of the network's own coin. Pure. */
export function shortfallOf(
  { coins, tokens }: { readonly coins: Holding; readonly tokens: Holding | null },
  { asset, coin }: { asset: Coin; coin: Coin },
): Shortfall | null {
  for (const [holding, of] of [[tokens, asset] as const, [coins, coin] as const]) {
    if (holding === null || holding.held >= holding.needed) continue;
    return {
      kind: of.currency === asset.currency ? 'coin' : 'fee',
      coin: of.currency,
      held: formatUnits(holding.held, of.decimals),
      needed: formatUnits(holding.needed, of.decimals),
    };
  }
  return null;
}
