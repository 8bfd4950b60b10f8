import type { Brand } from '@kobogate/contract';

export const SITE_LINKS = [
  { href: '/', label: 'Home' },
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
  { href: '/support', label: 'Support' },
  { href: '/developers', label: 'Developers' },
] as const;

export const LEGAL_LINKS = [
  { href: '/terms', label: 'Terms of use' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/aml-kyc', label: 'AML and KYC' },
  { href: '/cookies', label: 'Cookies' },
] as const;

/** Channels that the operator has not connected yet link to the part of the contact page that says so. */
const UNCONNECTED_CHANNELS = [
  { href: '/contact#channels', label: 'X' },
  { href: '/contact#channels', label: 'Instagram' },
  { href: '/contact#channels', label: 'LinkedIn' },
] as const;

/** The operator's own channels where there are any, else the usual ones, which link to that note. */
export function socialLinksOf({ socialLinks }: Brand): readonly { href: string; label: string }[] {
  return socialLinks.length === 0 ? UNCONNECTED_CHANNELS : socialLinks.map(({ label, url }) => ({ href: url, label }));
}
