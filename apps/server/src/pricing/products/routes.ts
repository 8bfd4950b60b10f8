import { endpoints, findAsset } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import type { OfferedProducts } from './offered-products.ts';
import { saveProduct } from './save-product.ts';
import { type ProductViewDependencies, viewProducts } from './view-products.ts';

export interface ProductRouteDependencies extends ProductViewDependencies {
  readonly settings: OperatorSettings;
  readonly products: OfferedProducts;
}

/** The coins and networks, and the terms on which they are on offer: for administrators. */
export function productRoutes(dependencies: ProductRouteDependencies): Route[] {
  const { database, settings, products } = dependencies;
  return [
    route(endpoints.products.list, async () => ({
      data: {
        products: await viewProducts(dependencies),
        defaultSpreadBasisPoints: products.defaultSpreadBasisPoints,
        limits: (await settings.within(database)).limits,
      },
    })),
    route(endpoints.products.save, async ({ caller, params, body }) => {
      await saveProduct(dependencies, {
        ...params,
        version: body.version,
        terms: body.value,
        adminId: caller.userId,
      });
      const asset = findAsset(params.currency, params.network);
      const [data] = asset === undefined ? [] : await viewProducts(dependencies, [asset]);
      if (data === undefined) throw new Error('a product that was saved could not be described');
      return { message: 'Saved', data };
    }),
  ];
}
