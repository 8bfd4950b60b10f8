import type { PayerLanguage, PaymentPageView } from '@kobogate/contract';

type Place = Pick<PaymentPageView, 'linkId' | 'kept'>;

const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);
const linkPath = ({ linkId }: Place): string => `/custom-payment/${encodeURIComponent(linkId)}`;

/** The address of a link's own page. Pure. */
export const linkAddress = (place: Place): string => withQuery(linkPath(place), place.kept);

/**
 * The address of a payment, of one of its forms (`rate`, `receipt`, `refund`), or of its receipt (`receipt.pdf`). Pure.
 */
export const paymentAddress = (place: Place, paymentId: string, form?: string): string =>
  withQuery(
    [linkPath(place), 'payments', encodeURIComponent(paymentId), ...(form ? [form] : [])].join('/'),
    place.kept,
  );

/** The current page in another language. Pure. */
export function inLanguage(view: PaymentPageView, language: PayerLanguage): string {
  const query = new URLSearchParams(view.kept);
  query.set('lang', language);
  const place = { ...view, kept: query.toString() };
  const { content } = view;
  if (content.kind === 'payment') return paymentAddress(place, content.payment.id);
  if (content.kind !== 'choosing') return linkAddress(place);
  for (const [name, value] of Object.entries(content.choice)) if (value !== '') query.set(name, value);
  return linkAddress({ ...view, kept: query.toString() });
}

/**
 * The address of a link's picture. Another payment API may answer with anything, so only a plausible address is
 * used: below the API that names it, on the web, or a data address; null for all else. Pure.
 */
export function pictureAddress(picture: string | null, apiBase: string): string | null {
  if (picture === null || !/^(?:\/(?!\/)|https?:\/\/|data:image\/)/.test(picture)) return null;
  return picture.startsWith('/') && URL.canParse(apiBase) ? new URL(picture, apiBase).href : picture;
}
