/** What names the company behind this gateway. All of it is sample text that the operator replaces. */
export const BRAND = {
  summary: 'a B2B one-click crypto payment platform',
  licence: 'Licensed in Nigeria under a payment services act',
  isSample: true,
  address: ['1 Sample Street', 'Victoria Island', 'Lagos, Nigeria'],
} as const;

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
export const SOCIAL_LINKS = [
  { to: '/contact#channels', label: 'X' },
  { to: '/contact#channels', label: 'Instagram' },
  { to: '/contact#channels', label: 'LinkedIn' },
] as const;
