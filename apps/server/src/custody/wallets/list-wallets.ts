import { findAsset, isNetwork, NETWORKS, type Wallet, type UserId } from '@kobogate/contract';
import { formatRate, formatUnits } from '@kobogate/money';
import { balances, customer, held } from '../../ledger/index.ts';
import { createBatchedRead } from '../../platform/batched-read.ts';
import type { Connection } from '../../platform/database.ts';
import type { CurrentRates } from '../../pricing/index.ts';
import { listWalletsOf } from './db.ts';
import type { WalletRecord } from './wallet.ts';

export interface DescribeDependencies {
  readonly database: Connection;
  readonly currentRates: CurrentRates;
}

/** A user's wallets, oldest first, with their balances and the coins' present rates. */
export type ListWallets = (userId: UserId) => Promise<Wallet[]>;

/** Makes the function that lists wallets: those that are asked for at one moment are read together. */
export function createWalletList(dependencies: DescribeDependencies): ListWallets {
  return createBatchedRead(async (userIds) => {
    const records = await listWalletsOf(dependencies.database, userIds);
    const wallets = await describeWallets(dependencies, records);
    const byOwner = new Map<UserId, Wallet[]>(userIds.map((userId) => [userId, []]));
    for (const [index, wallet] of wallets.entries()) {
      const owner = records[index]?.userId;
      if (owner !== undefined) byOwner.get(owner)?.push(wallet);
    }
    return userIds.map((userId) => byOwner.get(userId) ?? []);
  });
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
