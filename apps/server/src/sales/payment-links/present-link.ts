import { findAsset, type OwnPaymentLink, type PaymentLink, type SupportedCoin } from '@kobogate/contract';
import { imageAddress } from '../images/image-address.ts';
import type { LinkFigures } from './link-figures.ts';
import { acceptsPair, type LinkRecord, writeAmount } from './link.ts';

/** A link as its payer sees it. `coins` are those on offer, each with its watched networks and whether it has a rate. Pure. */
export function presentLink(
  link: LinkRecord,
  coins: readonly SupportedCoin[],
  { medianPayoutSeconds }: Pick<LinkFigures, 'medianPayoutSeconds'>,
): PaymentLink {
  const write = (amount: string | null) => (amount === null ? null : writeAmount(amount, link.amountCurrency));
  return {
    name: link.name,
    purpose: link.purpose,
    amount: write(link.amount) ?? '',
    bannerImage: link.bannerImageId === null ? null : imageAddress(link.bannerImageId),
    profileImage: link.profileImageId === null ? null : imageAddress(link.profileImageId),
    coins: [...link.coins],
    id: link.id,
    amountCurrency: link.amountCurrency,
    isAmountOpen: link.amount === null,
    minimumAmount: write(link.minimumAmount),
    maximumAmount: write(link.maximumAmount),
    networks: coins.flatMap(({ currency, networks }) =>
      networks
        .map(({ id, name }) => ({ currency, network: id, networkName: name }))
        .filter((pair) => acceptsPair(link, pair)),
    ),
    coinsWithoutRate: coins.flatMap(({ currency, hasRate }) =>
      hasRate || !link.coins.includes(currency) ? [] : [currency],
    ),
    isOnce: link.isOnce,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    customFields: link.customFields.map((field) => Object.assign({}, field, { choices: [...field.choices] })),
    state: link.state,
    medianPayoutSeconds,
  };
}

/** A link as its owner sees it. Pairs that this version no longer knows are left out. Pure. */
export function presentOwnLink(
  link: LinkRecord,
  coins: readonly SupportedCoin[],
  figures: LinkFigures,
): OwnPaymentLink {
  const { payments, paid, nairaKobo } = figures;
  return {
    ...presentLink(link, coins, figures),
    bannerImageId: link.bannerImageId,
    profileImageId: link.profileImageId,
    active: link.state !== 'inactive',
    successMessage: link.successMessage,
    redirectUrl: link.redirectUrl,
    metadata: { ...link.metadata },
    accepted: link.accepted.filter(({ currency, network }) => findAsset(currency, network) !== undefined),
    totals: { payments, paid, nairaKobo: String(nairaKobo) },
    version: link.version,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
  };
}
