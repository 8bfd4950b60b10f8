import type { NetworkAsset, WalletNetwork } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Shortfall } from '../wallet.ts';
import { type Provider, quantity, readQuantity } from './provider.ts';
import { balanceCall, type EvmTransfer } from './transfer.ts';

const LATEST = 'latest';
/** Decimals of an estimate that are worth showing. */
const TOLD_DECIMALS = 6;

/** A number from the wallet's node; null where it gave none. */
async function read(provider: Provider, method: string, params: readonly unknown[]): Promise<bigint | null> {
  try {
    return readQuantity(await provider.request({ method, params }));
  } catch {
    return null;
  }
}

/**
 * What an account lacks to send a transfer, as far as the wallet's node knows: of the token, or of the coin for itself
 * and the fee. Null where it lacks nothing, or where that is not known: the wallet then says so itself.
 */
export async function findShortfall(
  provider: Provider,
  {
    asset,
    network,
    transfer,
    units,
  }: { asset: NetworkAsset; network: WalletNetwork; transfer: EvmTransfer; units: bigint },
): Promise<Shortfall | null> {
  const { symbol, decimals } = network.nativeCurrency;
  const { from } = transfer;
  if (asset.contract !== null) {
    const held = await read(provider, 'eth_call', [balanceCall(asset.contract, from), LATEST]);
    if (held !== null && held < units) {
      const inCoins = (amount: bigint): string => formatUnits(amount, asset.decimals);
      return { kind: 'coin', coin: asset.currency, held: inCoins(held), needed: inCoins(units) };
    }
  }
  const coins = await read(provider, 'eth_getBalance', [from, LATEST]);
  if (coins === null) return null;
  const value = readQuantity(transfer.value) ?? 0n;
  if (coins < value) {
    return { kind: 'coin', coin: symbol, held: formatUnits(coins, decimals), needed: formatUnits(value, decimals) };
  }
  const [gas, price] = await Promise.all([
    // Without the value: a node refuses to estimate a transfer that can't be paid.
    read(provider, 'eth_estimateGas', [{ ...transfer, value: quantity(0n) }]),
    read(provider, 'eth_gasPrice', []),
  ]);
  const needed = value + (gas ?? 0n) * (price ?? 0n);
  if (coins >= needed) return null;
  return { kind: 'fee', coin: symbol, held: formatUnits(coins, decimals), needed: estimateText(needed, decimals) };
}

/** Rounded up, so that the shown amount is enough. */
function estimateText(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals - TOLD_DECIMALS);
  return formatUnits((amount + unit - 1n) / unit, TOLD_DECIMALS);
}
