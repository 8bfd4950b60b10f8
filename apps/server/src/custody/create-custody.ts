import type { SecretBox } from '../platform/secret-box.ts';
import type { AddressSource } from '@kobogate/addresses';
import type { NetworkId } from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import { type DepartureGate, findFence, type OperatorSettings } from '../controls/index.ts';
import type { ProveOwner } from '../identity/index.ts';
import type { Base } from '../platform/base.ts';
import type { StartStep } from '../platform/start-stage.ts';
import type { CurrentRates, OfferedProducts } from '../pricing/index.ts';
import { compareBalances } from './found/compare-balances.ts';
import { type ListExpected, startWatchers, type WatchedChain } from './watching/start-watchers.ts';
import { worthInKobo } from './deposits/deposit.ts';
import { canLeave } from './refunds/least-refund.ts';
import { depositHandlers, type FindPaymentCoins } from './deposits/handlers.ts';
import { networkRoutes } from './watching/routes.ts';
import { refundHandlers } from './refunds/handlers.ts';
import { type RequestRefund, requestRefund } from './refunds/request-refund.ts';
import { refundRoutes, refundAddressRoutes } from './refunds/routes.ts';
import { settleLateOf } from './suspense/db.ts';
import { suspenseRoutes } from './suspense/routes.ts';
import { settleNetworks, type WatchedTreasuryWallet } from './treasury/settle-outgoing.ts';
import { type AutoSweep, autoSweep } from './treasury/automatic/auto-sweep.ts';
import { endImpossible } from './treasury/end-impossible.ts';
import { createHasWork } from './treasury/has-work.ts';
import type { FindAwaited } from './treasury/plan-spending.ts';
import { doTasks } from './treasury/tasks/do-tasks.ts';
import { planRoutes } from './treasury/routes.ts';
import { sendWaiting } from './treasury/send-waiting.ts';
import { addressSupplies, warnOfLowSupply } from './wallets/address-supply.ts';
import { listCoinsOnOffer } from './wallets/list-coins.ts';
import { createWalletList } from './wallets/list-wallets.ts';
import { reserveAddresses } from './wallets/reserve-addresses.ts';
import { walletRoutes } from './wallets/routes.ts';
import { recoverChains } from './found/recover-chains.ts';
import { treasuryRoutes } from './found/routes.ts';
import { noteTreasuries } from './treasury/coins/db.ts';

/** What the custody room needs. */
interface CustodyNeeds extends Base {
  readonly currentRates: CurrentRates;
  readonly products: OfferedProducts;
  readonly settings: Pick<OperatorSettings, 'current'>;
  readonly proveOwner: ProveOwner;
  readonly addressSources: readonly AddressSource[];
  readonly gate: DepartureGate;
  /** The networks that are watched. */
  readonly networks: readonly NetworkId[];
  readonly treasuryWallets: readonly WatchedTreasuryWallet[];
  readonly secretBox: SecretBox;
  readonly findPaymentCoins: FindPaymentCoins;
  /** Token accounts of emptied addresses are closed where no order waits for coins there. */
  readonly findAwaited?: FindAwaited | undefined;
  /** Null or missing: nothing is swept without a person. */
  readonly autoSweeping?: AutoSweep | null;
  readonly configuration: {
    readonly publicOrigin: string;
    readonly dataDir: string;
    /**
     * How many addresses of each account key are skipped after a restore; null: derived from how many were given out
     * before.
     */
    readonly restoreAddressGap: number | null;
    readonly pollSeconds: number | null;
    readonly restSeconds: number;
    readonly providerLagBlocks: number;
    readonly loneProviderLimit: Kobo;
  };
}

/** Wallets, deposits, refunds and the treasury. */
export function createCustody(needs: CustodyNeeds) {
  const { database, clock, log, currentRates, products, settings, proveOwner } = needs;
  const { addressSources, gate, networks, treasuryWallets, secretBox, autoSweeping = null } = needs;
  const { findAwaited, findPaymentCoins } = needs;
  const { publicOrigin, restoreAddressGap: gap, pollSeconds, restSeconds } = needs.configuration;
  const { providerLagBlocks: lagBlocks, loneProviderLimit: aloneUpTo } = needs.configuration;
  const { dataDir } = needs.configuration;
  const watching = { database, clock, log, currentRates, addressSources, dataDir, publicOrigin };
  const listWallets = createWalletList({ database, currentRates });
  const hasWork = createHasWork(database);
  return {
    routes: [
      ...walletRoutes({ database, currentRates, products, addressSources, gate, networks, listWallets }),
      ...refundAddressRoutes({ database, clock, publicOrigin, proveOwner }),
      ...suspenseRoutes({ database, currentRates }),
      ...treasuryRoutes({ database, currentRates }),
      ...planRoutes({ database, addressSources, treasuryWallets }),
      ...refundRoutes({ database, clock, currentRates, proveOwner }),
      ...networkRoutes({ database, currentRates, addressSources }),
    ],
    handlers: [
      refundHandlers({ database, log }),
      depositHandlers({ database, addressSources, gate, networks, products, findPaymentCoins }),
    ] as const,
    timers: [
      // One each, so that a slow network delays no other.
      ...treasuryWallets.map(({ treasuryWallet }) => ({
        name: `compare-balances-${treasuryWallet.network}`,
        everySeconds: 5,
        run: async () => {
          if (!(await hasWork({ work: 'compare', network: treasuryWallet.network }))) return;
          await compareBalances({ database, log, addressSources }, treasuryWallet);
        },
      })),
      ...treasuryWallets.map((watched) => ({
        name: `treasury-${watched.treasuryWallet.network}`,
        everySeconds: 3,
        run: async () => {
          if (!(await hasWork({ work: 'move', network: watched.treasuryWallet.network }))) return;
          await doTasks({ database, clock, log, addressSources, secretBox, findAwaited }, watched);
          await sendWaiting({ database, log }, watched.treasuryWallet);
        },
      })),
      ...treasuryWallets.flatMap(({ treasuryWallet }) =>
        autoSweeping === null || treasuryWallet.cold === undefined
          ? []
          : [
              {
                name: `auto-sweep-${treasuryWallet.network}`,
                everySeconds: 5,
                run: () => autoSweep({ database, clock, log, addressSources }, treasuryWallet, autoSweeping),
              },
            ],
      ),
      {
        name: 'settle-outgoing',
        everySeconds: 5,
        run: () => settleNetworks({ database, log, hasWork }, treasuryWallets),
      },
      ...treasuryWallets
        .filter(({ treasuryWallet }) => treasuryWallet.replacing?.impossible !== undefined)
        .map(({ treasuryWallet }) => ({
          name: `end-impossible-${treasuryWallet.network}`,
          everySeconds: 60,
          run: async () => {
            if (!(await hasWork({ work: 'settle', network: treasuryWallet.network }))) return;
            await endImpossible({ database, log }, treasuryWallet);
          },
        })),
      {
        name: 'recover-chains',
        everySeconds: 5,
        run: () => recoverChains({ database, clock, log, addressSources, treasuryWallets, gap }),
      },
      {
        name: 'warn-of-low-supply',
        everySeconds: 3600,
        run: () => warnOfLowSupply({ database, addressSources, log }),
      },
    ],
    queries: {
      requestRefund: ((input) => requestRefund({ database, clock, proveOwner }, input)) satisfies RequestRefund,
      settleLateOf,
      listCoins: () => listCoinsOnOffer({ networks, products, currentRates }),
      listWallets,
      listSupplies: () => addressSupplies(database, addressSources),
      /** Reads the terms by which coins can leave an account, and answers whether some can. No transaction may be open. */
      readCanLeave: async () => {
        const [offered, rates, { limits }] = await Promise.all([
          products.current(),
          currentRates(),
          settings.current(),
        ]);
        const terms = { products: offered, rates, minimumKobo: toKobo(limits.minimumKobo) };
        return (coins: { readonly asset: string; readonly amount: bigint }) => canLeave(coins, terms);
      },
      /** What coins are worth now, in kobo; null where no rate can be trusted. */
      valueOf: async (coins: { readonly asset: string; readonly amount: bigint }) =>
        worthInKobo([coins], await currentRates()),
    },
    /** Before any address is given out, and before any block is read. */
    start: async (step: StartStep) => {
      await noteTreasuries(
        database,
        addressSources,
        treasuryWallets.flatMap(({ treasuryWallet: { family, cold } }) =>
          cold === undefined ? [] : [{ family, addressKey: cold.addressKey }],
        ),
      );
      const fence = await findFence(database);
      if (fence !== null) await reserveAddresses({ database, addressSources, log, gap }, fence.id, step);
    },
    /**
     * Watches the chains from now on, in one process each at a time, more often where `listExpected` says that a customer's
     * coins are waited for.
     */
    startWatchers: (chains: readonly WatchedChain[], listExpected: ListExpected) => {
      const pollMs = pollSeconds === null ? null : pollSeconds * 1000;
      const restMs = restSeconds * 1000;
      return startWatchers({ ...watching, pollMs, restMs, listExpected, lagBlocks, aloneUpTo }, chains);
    },
  };
}
