import { findAsset, isNetwork, NETWORKS, type Wallet, type UserId } from '@kobogate/contract';
import { formatRate, formatUnits } from '@kobogate/money';
import { balances, customer, held } from '../../ledger/index.ts';
import type { Connection } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { listWalletsOf } from './db.ts';
import type { WalletRecord } from './wallet.ts';

export interface DescribeDependencies {
  readonly database: Connection;
  readonly currentRates: CurrentRates;
}

/** The user's wallets, oldest first, with their balances and the coins' present rates. */
export async function listWallets(dependencies: DescribeDependencies, userId: UserId): Promise<Wallet[]> {
  return describeWallets(dependencies, await listWalletsOf(dependencies.database, userId));
}

/** Wallets as the API shows them: amounts in whole coins; the rate is null where there is no fresh one. */
export async function describeWallets(
  { database, currentRates }: DescribeDependencies,
  wallets: readonly WalletRecord[],
): Promise<Wallet[]> {
  if (wallets.length === 0) return [];
  const described = wallets.map((wallet) => {
    const asset = findAsset(wallet.currency, wallet.network);
    if (asset === undefined)
      throw new Error(`a wallet is for ${wallet.currency} on ${wallet.network}, which does not exist`);
    return { wallet, asset, free: customer(wallet.userId, asset.code), heldBack: held(wallet.userId, asset.code) };
  });
  const accounts = described.flatMap(({ free, heldBack }) => [free, heldBack]);
  const [amounts, rates] = await Promise.all([balances(database, accounts), currentRates()]);
  return described.map(({ wallet, asset, free, heldBack }) => {
    const today = rates.get(asset.code);
    return {
      id: wallet.id,
      currency: wallet.currency,
      network: wallet.network,
      networkName: isNetwork(wallet.network) ? NETWORKS[wallet.network].name : wallet.network,
      depositAddress: wallet.depositAddress,
      createdAt: wallet.createdAt.toISOString(),
      rate: today === undefined ? null : formatRate(today.rate),
      rateAt: today?.at.toISOString() ?? null,
      change24h: today?.change24h ?? null,
      balance: formatUnits(amounts.get(free.code) ?? 0n, asset.decimals),
      held: formatUnits(amounts.get(heldBack.code) ?? 0n, asset.decimals),
    };
  });
}
