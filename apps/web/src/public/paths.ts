import { GUIDE, REFERENCE } from './developers/guide.ts';

/** The addresses of the pages that are sent as whole documents. */
export const SITE_PATHS = [
  '/',
  '/about',
  '/contact',
  '/support',
  '/terms',
  '/privacy',
  '/aml-kyc',
  '/cookies',
  '/learn',
  ...GUIDE.map(({ href }) => href),
  ...REFERENCE.map(({ href }) => href),
] as const;

export type SitePath = (typeof SITE_PATHS)[number];
