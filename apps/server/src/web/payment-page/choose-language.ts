import { PAYER_LANGUAGES, type PayerLanguage } from '@kobogate/contract';

const find = (tag: string): PayerLanguage | undefined =>
  PAYER_LANGUAGES.find((language) => tag === language || tag.startsWith(`${language}-`));

/**
 * The page's language: the one chosen by hand, else the browser's preferred one among ours (`Accept-Language`, RFC 9110
 * section 12.5.4), else English. Pure.
 */
export function chooseLanguage(asked: string, accepted: string | undefined): PayerLanguage {
  const byHand = find(asked.toLowerCase());
  if (byHand !== undefined) return byHand;
  const wishes = (accepted ?? '').toLowerCase().split(',').slice(0, 20).map(readWish);
  const liked = wishes.toSorted((a, b) => b.weight - a.weight).find(({ tag, weight }) => weight > 0 && find(tag));
  return find(liked?.tag ?? '') ?? 'en';
}

function readWish(entry: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
