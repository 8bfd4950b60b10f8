import { PRODUCT_NAME } from '@kobogate/contract';
import { useLayoutEffect } from 'react';

/** The title of a window: the page's name, then the product's. */
export const windowTitle = (page: string): string => `${page} · ${PRODUCT_NAME}`;

/** Names the window after this page. Draws nothing. */
export function PageTitle({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = windowTitle(children);
  }, [children]);
  return null;
}
