import { PRODUCT_NAME } from '@kobogate/contract';

/** The window's title: the page's name, then the product's. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · ${PRODUCT_NAME}`}</title>;
}
