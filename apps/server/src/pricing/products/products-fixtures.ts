import { type AssetCode, findAssetByCode, type ProductTerms } from '@kobogate/contract';
import { systemClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { loadNewest } from '../../controls/index.ts';
import { createOfferedProducts, type OfferedProducts } from './offered-products.ts';
import { DEFAULT_TERMS, subjectOf } from './product.ts';
import { saveProduct } from './save-product.ts';

/** For tests: the products of a database, without a spread unless told. */
export function createTestProducts(database: Database, spreadBasisPoints = 0): OfferedProducts {
  return createOfferedProducts({ database, clock: systemClock, spreadBasisPoints });
}

/** For tests: an administrator decides on a product, whatever was decided before. What is left out has its default. */
export async function decideTerms(
  database: Database,
  adminId: string,
  code: AssetCode,
  terms: Partial<ProductTerms>,
): Promise<void> {
  const asset = findAssetByCode(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  const { currency, network } = asset;
  const version = (await loadNewest(database, [subjectOf(asset)])).get(subjectOf(asset))?.version ?? 0;
  await saveProduct({ database }, { currency, network, version, adminId, terms: { ...DEFAULT_TERMS, ...terms } });
}
