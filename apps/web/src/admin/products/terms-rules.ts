import type { Product, ProductTerms } from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';
import { coinText } from '../../lib/formats.ts';
import type { Parts } from '../settings/describe-change.ts';
import type { Read } from '../settings/use-section.ts';
import { basisPointsOf, percentText, typedPercent } from '../settings/number-input.ts';

const MOST_SPREAD_BASIS_POINTS = 5000;

/** Terms as typed; an empty text is no term of the product's own. */
export interface TermsForm {
  isOffered: boolean;
  spread: string;
  minimum: string;
  maximum: string;
}

/** The form that terms fill; the spread is typed in percent. */
export function termsForm({ isOffered, spreadBasisPoints, minimumAmount, maximumAmount }: ProductTerms): TermsForm {
  return {
    isOffered,
    spread: spreadBasisPoints === null ? '' : typedPercent(spreadBasisPoints),
    minimum: minimumAmount ?? '',
    maximum: maximumAmount ?? '',
  };
}

/** The form's terms, exactly; or the first field that is wrong. */
export function readTerms(
  { isOffered, spread, minimum, maximum }: TermsForm,
  { currency, decimals }: Pick<Product, 'currency' | 'decimals'>,
): Read<ProductTerms> {
  const isDefault = spread.trim() === '';
  const spreadBasisPoints = isDefault ? null : basisPointsOf(spread, MOST_SPREAD_BASIS_POINTS);
  if (!isDefault && spreadBasisPoints === null) {
    return {
      problem: {
        field: 'spread',
        text: 'Please enter percent from 0 to 50 with at most 2 decimals, or leave it empty.',
      },
    };
  }
  const bounds: Record<'minimum' | 'maximum', string | null> = { minimum: null, maximum: null };
  for (const [field, typed] of [
    ['minimum', minimum.trim()],
    ['maximum', maximum.trim()],
  ] as const) {
    if (typed === '') continue;
    const parsed = parseAmount(typed, decimals);
    if (!parsed.ok || parsed.value === 0n) {
      const text = `Please enter ${currency} above 0 in plain digits with at most ${decimals} decimals, or leave it empty.`;
      return { problem: { field, text } };
    }
    bounds[field] = formatUnits(parsed.value, decimals);
  }
  return {
    value: {
      isOffered,
      spreadBasisPoints,
      minimumAmount: bounds.minimum,
      maximumAmount: bounds.maximum,
    },
  };
}

/** The terms of a coin for its history. */
export const termsParts = (currency: string): Parts<ProductTerms> => [
  { label: 'On offer', text: ({ isOffered }) => (isOffered ? 'yes' : 'no') },
  {
    label: 'Spread',
    text: ({ spreadBasisPoints: spread }) => (spread === null ? 'the default' : percentText(spread)),
  },
  { label: 'Smallest', text: ({ minimumAmount }) => (minimumAmount === null ? '' : coinText(minimumAmount, currency)) },
  { label: 'Largest', text: ({ maximumAmount }) => (maximumAmount === null ? '' : coinText(maximumAmount, currency)) },
];
