import { PAYMENT_API_META } from '@kobogate/contract';

/**
 * Where the payment page asks: the address that the server wrote into this document, or its own API. Without a slash at
 * its end.
 */
export const PAYMENT_API_BASE =
  document.querySelector<HTMLMetaElement>(`meta[name="${PAYMENT_API_META}"]`)?.content ?? '/api';
