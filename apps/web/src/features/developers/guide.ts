/** The pages for developers, in the order in which they are read. */
export const GUIDE = [
  { href: '/developers', label: 'Start here' },
  { href: '/developers/authentication', label: 'API keys' },
  { href: '/developers/links', label: 'Links' },
  { href: '/developers/payments', label: 'Payments' },
  { href: '/developers/states', label: 'States' },
  { href: '/developers/idempotency', label: 'Idempotency' },
  { href: '/developers/errors', label: 'Errors' },
  { href: '/developers/webhooks', label: 'Webhooks' },
  { href: '/developers/embed', label: 'Embedding' },
  { href: '/developers/sandbox', label: 'Sandbox' },
  { href: '/developers/reference', label: 'Reference' },
] as const;
