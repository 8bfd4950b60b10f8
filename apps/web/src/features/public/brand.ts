import type { Brand } from '@kobogate/contract';

export const SITE_LINKS = [
  { to: '/', label: 'Home' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/support', label: 'Support' },
] as const;

export const LEGAL_LINKS = [
  { to: '/terms', label: 'Terms of use' },
  { to: '/privacy', label: 'Privacy' },
  { to: '/aml-kyc', label: 'AML and KYC' },
  { to: '/cookies', label: 'Cookies' },
] as const;

/** Channels that the operator has not connected yet lead to the part of the contact page that says so. */
const UNCONNECTED_CHANNELS = [
  { to: '/contact#channels', label: 'X' },
  { to: '/contact#channels', label: 'Instagram' },
  { to: '/contact#channels', label: 'LinkedIn' },
] as const;

/** The operator's own channels where there are any, else the usual ones, which lead to where this is said. */
export function socialLinksOf({ socialLinks }: Brand): readonly { to: string; label: string }[] {
  return socialLinks.length === 0 ? UNCONNECTED_CHANNELS : socialLinks.map(({ label, url }) => ({ to: url, label }));
}
