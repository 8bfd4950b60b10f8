/** What lets pages of other origins read an answer, whether it is a success or says what is wrong. */
export const READABLE_ANYWHERE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
} as const;
