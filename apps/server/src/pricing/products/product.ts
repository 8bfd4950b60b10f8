import { type NetworkAsset, NETWORKS, type ProductTerms, productTermsSchema } from '@kobogate/contract';
import { formatUnits, parseAmount } from '@kobogate/money';
import { type Failure, ruleBroken } from '../../platform/errors.ts';

/** A coin on a network, with its terms. */
export interface OfferedProduct {
  readonly asset: NetworkAsset;
  readonly isOffered: boolean;
  readonly spreadBasisPoints: number;
  /** Bounds of a conversion in the asset's smallest units, both included; null: none. */
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
}

/** The default terms of a product. */
export const DEFAULT_TERMS: ProductTerms = {
  isOffered: true,
  spreadBasisPoints: null,
  minimumAmount: null,
  maximumAmount: null,
};

/** The subject under which the changes of a product's terms are stored. */
export const subjectOf = ({ code }: NetworkAsset): string => `product ${code}`;

/** Stored terms; fields that a later version has added have their default. Throws where they are malformed. */
export function readTerms(stored: unknown): ProductTerms {
  const given = typeof stored === 'object' && stored !== null ? stored : {};
  const parsed = productTermsSchema.safeParse({ ...DEFAULT_TERMS, ...given });
  if (!parsed.success) throw new Error('the database holds terms of a product that are none');
  return parsed.data;
}

/** The product on these terms. Throws where they were never checked. */
export function applyTerms(asset: NetworkAsset, terms: ProductTerms, defaultSpread: number): OfferedProduct {
  return {
    asset,
    isOffered: terms.isOffered,
    spreadBasisPoints: terms.spreadBasisPoints ?? defaultSpread,
    minimum: unitsOf(asset, terms.minimumAmount),
    maximum: unitsOf(asset, terms.maximumAmount),
  };
}

function unitsOf({ decimals }: NetworkAsset, text: string | null): bigint | null {
  if (text === null) return null;
  const parsed = parseAmount(text, decimals);
  if (!parsed.ok) throw new Error(`a product has a bound that is no amount of it: ${text}`);
  return parsed.value;
}

/** The same limit as in the configuration: half of the coin's worth is a typing error. */
const MOST_SPREAD = 5000;

/** Why a product may not have these terms although they have the right form, or null. As text for the operator. */
export function refuseTerms(asset: NetworkAsset, terms: ProductTerms): Failure | null {
  if (terms.spreadBasisPoints !== null && terms.spreadBasisPoints > MOST_SPREAD) {
    return ruleBroken(`Please give a spread of at most ${MOST_SPREAD} basis points, which are 50 %.`);
  }
  const bounds = [terms.minimumAmount, terms.maximumAmount].map((text) =>
    text === null ? null : parseAmount(text, asset.decimals),
  );
  if (bounds.some((bound) => bound !== null && (!bound.ok || bound.value === 0n))) {
    return ruleBroken(
      `Please give amounts of ${asset.currency} above 0 in plain digits with at most ${asset.decimals} decimals, or leave them empty.`,
    );
  }
  const [minimum, maximum] = bounds.map((bound) => (bound?.ok === true ? bound.value : null));
  const isCrossed = typeof minimum === 'bigint' && typeof maximum === 'bigint' && minimum > maximum;
  return isCrossed
    ? ruleBroken('The smallest conversion can’t be larger than the largest one. Please check both.')
    : null;
}

/** Terms in their canonical stored form, without trailing zeros. They have to be checked already. */
export function tidyTerms(asset: NetworkAsset, terms: ProductTerms): ProductTerms {
  const tidy = (text: string | null): string | null => {
    const units = unitsOf(asset, text);
    return units === null ? null : formatUnits(units, asset.decimals);
  };
  return { ...terms, minimumAmount: tidy(terms.minimumAmount), maximumAmount: tidy(terms.maximumAmount) };
}

/** 422: the operator has taken the coin off offer on this network. */
export function notOffered({ currency, network }: NetworkAsset): Failure {
  return ruleBroken(
    `We do not convert ${currency} on ${NETWORKS[network].name} at present. Coins that you have sent stay yours, in your wallet.`,
  );
}

/** Why this amount can't be converted now, as text for the customer, or null. */
export function refuseConversion(product: OfferedProduct, amount: bigint): Failure | null {
  const { asset, minimum, maximum } = product;
  const { currency, decimals } = asset;
  const network = NETWORKS[asset.network].name;
  if (!product.isOffered) return notOffered(asset);
  if (minimum !== null && amount < minimum) {
    return ruleBroken(
      `The smallest conversion of ${currency} on ${network} is ${formatUnits(minimum, decimals)} ${currency}.`,
    );
  }
  return maximum !== null && amount > maximum
    ? ruleBroken(
        `The largest conversion of ${currency} on ${network} is ${formatUnits(maximum, decimals)} ${currency}.`,
      )
    : null;
}
