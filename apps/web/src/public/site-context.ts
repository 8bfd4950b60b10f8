import type { SiteFacts } from '@kobogate/contract';
import { createContext, use } from 'react';

/** The data of a public page: the server's facts, and which page it is. */
export interface SitePageFacts extends SiteFacts {
  readonly path: string;
}

export const SiteContext = createContext<SitePageFacts | null>(null);

/** The facts of the page that is being drawn. Throws outside a public page. */
export function useSite(): SitePageFacts {
  const facts = use(SiteContext);
  if (facts === null) throw new Error('A part of the public pages was drawn outside of them');
  return facts;
}

/** The operator's brand. */
export function useBrand(): SiteFacts['brand'] {
  return useSite().brand;
}
