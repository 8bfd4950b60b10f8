import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { createWallet, type CreateWalletDependencies } from './create-wallet.ts';
import { type DescribeDependencies, describeWallets, type ListWallets } from './list-wallets.ts';
import { listCoinsOnOffer } from './list-coins.ts';

export type WalletRouteDependencies = CreateWalletDependencies &
  DescribeDependencies & { readonly listWallets: ListWallets };

/** The user's wallets, the coins on offer, and creating a wallet. */
export function walletRoutes(dependencies: WalletRouteDependencies): Route[] {
  return [
    route(endpoints.wallets.list, async ({ caller }) => ({ data: await dependencies.listWallets(caller.userId) })),
    route(endpoints.wallets.supportedCoins, async () => ({ data: await listCoinsOnOffer(dependencies) })),
    route(endpoints.wallets.create, async ({ caller, params, query }) => {
      const { currency } = params;
      const { network } = query;
      const { wallet, isNew } = await createWallet(dependencies, { userId: caller.userId, currency, network });
      const [data] = await describeWallets(dependencies, [wallet]);
      if (data === undefined) throw new Error('a wallet that was made could not be described');
      return { message: isNew ? 'Wallet created' : 'You already have this wallet', data };
    }),
  ];
}
