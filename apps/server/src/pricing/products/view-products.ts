import { ASSETS, CURRENCY_NAMES, type NetworkAsset, type NetworkId, NETWORKS, type Product } from '@kobogate/contract';
import type { ConfirmationPolicy } from '../../platform/confirmation-steps.ts';
import type { Database } from '../../platform/database.ts';
import { loadHistory, type StoredChange } from '../../controls/index.ts';
import { readTerms, subjectOf } from './product.ts';

export interface ProductViewDependencies {
  readonly database: Database;
  /** The watched networks, each with when a deposit on it is final. */
  readonly confirmationPolicies: Readonly<Partial<Record<NetworkId, ConfirmationPolicy>>>;
}

/** How many changes of a product are shown; all are stored. */
const SHOWN_CHANGES = 10;

/** Products as administrators see them: watched ones first, else in this version's order. */
export async function viewProducts(
  { database, confirmationPolicies }: ProductViewDependencies,
  assets: readonly NetworkAsset[] = ASSETS,
): Promise<Product[]> {
  const history = await loadHistory(database, assets.map(subjectOf), SHOWN_CHANGES);
  return assets
    .map((asset) => {
      const changes = history.filter(({ subject }) => subject === subjectOf(asset));
      return viewProduct(asset, changes, confirmationPolicies[asset.network]);
    })
    .toSorted((a, b) => Number(a.confirmations === null) - Number(b.confirmations === null));
}

function viewProduct(
  asset: NetworkAsset,
  changes: readonly StoredChange[],
  policy: ConfirmationPolicy | undefined,
): Product {
  const { currency, network, decimals, contract } = asset;
  return {
    currency,
    currencyName: CURRENCY_NAMES[currency],
    network,
    networkName: NETWORKS[network].name,
    decimals,
    contract,
    confirmations: policy?.confirmations ?? null,
    leastConfirmations: policy?.steps[0]?.confirmations ?? policy?.confirmations ?? null,
    terms: {
      value: readTerms(changes[0]?.after),
      version: changes[0]?.version ?? 0,
      history: changes.map(({ version, at, by, before, after }) => ({
        version,
        at: at.toISOString(),
        by,
        before: readTerms(before),
        after: readTerms(after),
      })),
    },
  };
}
