import { type AssetCode, findAssetByCode, type ProductTerms, type UserId } from '@kobogate/contract';
import { loadNewest } from '@kobogate/server/src/controls/index.ts';
import { systemClock } from '@kobogate/server/src/platform/clock.ts';
import type { Database } from '@kobogate/server/src/platform/database.ts';
import { createOfferedProducts, type OfferedProducts } from '@kobogate/server/src/pricing/products/offered-products.ts';
import { DEFAULT_TERMS, subjectOf } from '@kobogate/server/src/pricing/products/product.ts';
import { saveProduct } from '@kobogate/server/src/pricing/products/save-product.ts';

/** For tests: the products of a database, without a spread unless told. */
export function createTestProducts(database: Database, spreadBasisPoints = 0): OfferedProducts {
  return createOfferedProducts({ database, clock: systemClock, spreadBasisPoints });
}

/** For tests: a person, made an administrator for it, saves a product, whatever its version. What is left out has its default. */
export async function decideTerms(
  database: Database,
  adminId: UserId,
  code: AssetCode,
  terms: Partial<ProductTerms>,
): Promise<void> {
  const asset = findAssetByCode(code);
  if (asset === undefined) throw new Error(`no such asset: ${code}`);
  const { currency, network } = asset;
  await database.query(`update app_user set is_admin = true where id = $1`, [adminId]);
  const version = (await loadNewest(database, [subjectOf(asset)])).get(subjectOf(asset))?.version ?? 0;
  await saveProduct({ database }, { currency, network, version, adminId, terms: { ...DEFAULT_TERMS, ...terms } });
}
