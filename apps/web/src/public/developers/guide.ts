/** The pages for developers, in the order in which they are read. */
export const GUIDE = [
  { href: '/developers', label: 'Start here' },
  { href: '/developers/quick-start', label: 'Quick start' },
  { href: '/developers/authentication', label: 'API keys' },
  { href: '/developers/links', label: 'Links' },
  { href: '/developers/payments', label: 'Payments' },
  { href: '/developers/states', label: 'States' },
  { href: '/developers/idempotency', label: 'Idempotency' },
  { href: '/developers/errors', label: 'Errors' },
  { href: '/developers/versions', label: 'Versions and limits' },
  { href: '/developers/webhooks', label: 'Webhooks' },
  { href: '/developers/embed', label: 'Embedding' },
  { href: '/developers/sandbox', label: 'Sandbox' },
  { href: '/developers/reference', label: 'Reference' },
] as const;

/** The pages of the reference, one for each area of the API, below the page that lists all calls. */
export const REFERENCE = [
  {
    href: '/developers/reference/links',
    area: 'links',
    label: 'Links',
    lead: 'Make payment links, change them, switch them on and off, and read what each has brought.',
  },
  {
    href: '/developers/reference/payments',
    area: 'payments',
    label: 'Payments',
    lead: 'Open payments by your links, read how far each has come, export them, and offer coins back.',
  },
  {
    href: '/developers/reference/webhooks',
    area: 'webhooks',
    label: 'Webhooks',
    lead: 'See what was sent to your server and with which result, fetch missed events, send again.',
  },
  {
    href: '/developers/reference/checkout',
    area: 'checkout',
    label: 'Checkout',
    lead: 'What a payer’s page does: it needs no key, and a page of any origin may do it.',
  },
] as const;
export type ReferenceArea = (typeof REFERENCE)[number]['area'];
export type ReferencePath = (typeof REFERENCE)[number]['href'];
