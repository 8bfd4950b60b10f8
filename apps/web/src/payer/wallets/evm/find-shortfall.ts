import type { NetworkAsset, WalletNetwork } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import type { Shortfall } from '../wallet.ts';
import { type Provider, quantity, readQuantity } from './provider.ts';
import { balanceCall, type EvmTransfer } from './transfer.ts';

const LATEST = 'latest';
/** As exact as an estimate is worth being told. */
const TOLD_DECIMALS = 6;

/** A number that the wallet's node was asked for; null where it was not answered with one. */
async function read(provider: Provider, method: string, params: readonly unknown[]): Promise<bigint | null> {
  try {
    return readQuantity(await provider.request({ method, params }));
  } catch {
    return null;
  }
}

/**
 * What an account lacks to send a transfer, as far as the wallet's node says: of the token, or of the coin for itself and
 * the fee. Null where it lacks nothing, or where that can't be told: the wallet then says it.
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
    // Without the value: a node refuses to estimate what can't be paid, which is the question.
    read(provider, 'eth_estimateGas', [{ ...transfer, value: quantity(0n) }]),
    read(provider, 'eth_gasPrice', []),
  ]);
  const needed = value + (gas ?? 0n) * (price ?? 0n);
  if (coins >= needed) return null;
  return { kind: 'fee', coin: symbol, held: formatUnits(coins, decimals), needed: estimateText(needed, decimals) };
}

/** Rounded up, so that what is told suffices. */
function estimateText(amount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals - TOLD_DECIMALS);
  return formatUnits((amount + unit - 1n) / unit, TOLD_DECIMALS);
}
