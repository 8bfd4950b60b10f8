/** Where the pages lie that are sent as whole documents. */
export const SITE_PATHS = [
  '/',
  '/about',
  '/contact',
  '/support',
  '/terms',
  '/privacy',
  '/aml-kyc',
  '/cookies',
] as const;

export type SitePath = (typeof SITE_PATHS)[number];
