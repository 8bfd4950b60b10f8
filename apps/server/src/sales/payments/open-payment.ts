import type { AddressSource } from '@kobogate/addresses';
import {
  idSchema,
  type NetworkAsset,
  type NetworkId,
  NETWORKS,
  type LinkId,
  type UserId,
  type OrderId,
} from '@kobogate/contract';
import { decideFields, Failure, ruleBroken } from '../../platform/errors.ts';
import { createGroup } from '../../platform/group.ts';
import { createAnswerFinding, type Repeatable, type RepeatableCall } from '../../platform/idempotency.ts';
import { noteMade } from '../../platform/tracing.ts';
import { consumeRateLimitsInOrder } from '../../platform/throttle.ts';
import type { DepartureGate } from '../../controls/index.ts';
import type { CreateOrderDependencies } from '../orders/create-order.ts';
import { decideCustomValues } from '../payment-links/custom-fields.ts';
import { createLinkFinding } from '../payment-links/find-link.ts';
import { acceptsPair, type LinkRecord, type Metadata, unknownLink } from '../payment-links/link.ts';
import { noRate } from '../../pricing/index.ts';
import { requireOffered, takesFromPool } from '../../custody/index.ts';
import { askedBy } from './asked-amount.ts';
import { coinsFor } from './payment-amount.ts';
import { ownPlaces, strangersPlaces, strangerWaits } from './pool-places.ts';
import { openPayments, type ReadyPayment, refusePayees } from './write-payments.ts';

export interface OpenPaymentDependencies extends CreateOrderDependencies {
  readonly addressSources: readonly AddressSource[];
  /** Records outside the database that addresses were given out. */
  readonly gate: Pick<DepartureGate, 'takeAddresses'>;
  /** The networks that are watched. */
  readonly networks: readonly NetworkId[];
  /** How long a rate is held for a payment, and how long one without a rate counts as open. */
  readonly lockSeconds: number;
}

export interface OpenPaymentInput extends Repeatable {
  readonly linkId: LinkId;
  readonly currency: string;
  readonly network: string;
  /** As it was typed, in the link's currency; for a link where the payer chooses. */
  readonly amount: string | undefined;
  readonly reference: string | null;
  /** For the link's own fields, by their keys. */
  readonly customValues?: Readonly<Record<string, string>> | undefined;
  /** Of the merchant alone; missing: the link's. */
  readonly metadata?: Metadata | undefined;
  /** The payer, by the network address to count by and the browser's user agent; or the merchant, by their own link. */
  readonly by: { readonly visitor: string; readonly browser: string } | { readonly merchantId: UserId };
}

/** The most payments in a transaction: enough to fill a flush to disk, few enough to answer soon. */
const PAYMENTS_A_BATCH = 200;

/**
 * Opens a payment by a link and answers its id: with its own address, and a rate that is held for it as long as the
 * operator's limits leave room; otherwise it is opened without one, and the rate of the moment in which coins are final
 * counts. Simultaneous payments share one transaction; each fails alone. A repeated idempotency key answers with the
 * first payment. Throws 404 and 409 for a link that can't be paid, 409 for a key that was used for something else, 422
 * with a message for a broken rule, 429 for too many, 503 without a rate.
 */
export function createPaymentOpening(
  dependencies: OpenPaymentDependencies,
): (input: OpenPaymentInput) => Promise<OrderId> {
  const findAnswer = createAnswerFinding(dependencies.database);
  const findLink = createLinkFinding(dependencies);
  const group = createGroup<ReadyPayment, OrderId>({
    maxItems: PAYMENTS_A_BATCH,
    run: (items) => openPayments(dependencies, items),
  });
  return async (input) => {
    const once = onceOf(dependencies, input);
    // Whatever has happened to link, rate or limits since: a repeat still gets the first answer.
    const known = await findAnswer(once, idSchema('Order'));
    if (known !== null) return known;
    await consumeRateLimitsOf(dependencies, input);
    const ready = { ...(await decidePayment(dependencies, await findLink(input.linkId), input)), once };
    await takePlace(dependencies, ready, input.by);
    const id = await group.submit(ready);
    noteMade(id);
    return id;
  };
}

/** Identifies a repeat. Payers' keys belong to their link, a merchant's key to the merchant. */
function onceOf({ clock }: OpenPaymentDependencies, input: OpenPaymentInput): RepeatableCall {
  const {
    by,
    linkId,
    currency,
    network,
    amount = null,
    reference,
    metadata,
    customValues,
    idempotencyKey: key,
    onRepeat,
  } = input;
  const request = { linkId, currency, network, amount, reference, metadata, customValues };
  return 'visitor' in by
    ? { owner: linkId, operation: 'payments.open', key, request, now: clock.now(), onRepeat }
    : { owner: by.merchantId, operation: 'payments.create', key, request, now: clock.now(), onRepeat };
}

/**
 * Less than a bot wants, more than a crowd needs. Thousands may share a network address, at a mobile provider or in an office:
 * a caller there who opens without end is limited first by user agent, which leaves other browsers their share. Callers with
 * the same user agent wait together. If a caller changes it each time, all callers at that address who pay by the same link
 * wait, before they have taken more than half of the link's openings in a minute. By other links they go on, until a limit over
 * all links is reached.
 */
const MOST_OF_BROWSER = 60;
const MOST_AT_LINK = 150;
const MOST_OF_VISITOR = 2400;
const MOST_OF_LINK = 300;
const MOST_OF_MERCHANT = 1000;

async function consumeRateLimitsOf({ database, clock }: OpenPaymentDependencies, { by, linkId }: OpenPaymentInput) {
  const limits =
    'visitor' in by
      ? [
          {
            thing: 'payment-browser',
            subject: `${by.visitor} ${by.browser}`,
            most: MOST_OF_BROWSER,
            windowSeconds: 900,
          },
          {
            thing: 'payment-at-link',
            subject: `${by.visitor} ${linkId}`,
            most: MOST_AT_LINK,
            windowSeconds: 225,
          },
          { thing: 'payment-visitor', subject: by.visitor, most: MOST_OF_VISITOR, windowSeconds: 900 },
          { thing: 'payment-link', subject: linkId, most: MOST_OF_LINK, windowSeconds: 60 },
        ]
      : [{ thing: 'payment-merchant', subject: by.merchantId, most: MOST_OF_MERCHANT, windowSeconds: 60 }];
  await consumeRateLimitsInOrder(database, limits, clock.now(), 'Very many payments were opened from here.');
}

/** Counts a payment that can be paid against its payer's share of a pool of addresses that can run out. */
async function takePlace(
  dependencies: OpenPaymentDependencies,
  ready: ReadyPayment,
  by: OpenPaymentInput['by'],
): Promise<void> {
  const { database, clock, addressSources, settings, products } = dependencies;
  const { link, asset } = ready;
  if (!takesFromPool(addressSources, asset.network)) return;
  const [refusal] = await database.transaction(async (tx) =>
    refusePayees(tx, { policy: await settings.within(tx), products }, [ready]),
  );
  if (refusal instanceof Failure) throw refusal;
  const { name } = NETWORKS[asset.network];
  const limits =
    'visitor' in by
      ? [...strangerWaits(by, link.userId), strangersPlaces(link.userId, asset.network)]
      : [ownPlaces(link.userId)];
  const sentence = `Very many payments on ${name} were opened here. Another network can be picked now.`;
  await consumeRateLimitsInOrder(database, limits, clock.now(), sentence, 'network-busy');
}

/** Everything that is decided without a transaction: what the operator's terms and the payee have to say comes later. */
async function decidePayment(
  { currentRates, networks }: OpenPaymentDependencies,
  link: LinkRecord,
  input: OpenPaymentInput,
): Promise<Omit<ReadyPayment, 'once'>> {
  if ('merchantId' in input.by && link.userId !== input.by.merchantId) throw unknownLink();
  const { asset, asked, customValues } = decideFields((of) => ({
    asset: of('network', () => requirePair(link, input, networks), null),
    asked: of('amount', () => askedBy(link, input.amount), null),
    customValues: of('customValues', () => decideCustomValues(link.customFields, input.customValues ?? {}), []),
  }));
  if (asset === null || asked === null) throw new Error('a broken field was not told of');
  const rates = await currentRates();
  const offer = rates.get(asset.code);
  const amount = coinsFor(asked, asset, rates);
  if (offer === undefined || amount === null) throw noRate(asset.currency);
  const { reference, metadata = link.metadata } = input;
  return { link, asset, asked, customValues, reference, metadata, amount, offer };
}

/** The coin on the network that was picked. Throws 422 where it is not on offer, or the link does not take it. */
function requirePair(
  link: LinkRecord,
  { currency, network }: OpenPaymentInput,
  networks: readonly NetworkId[],
): NetworkAsset {
  const asset = requireOffered(currency, network, networks);
  if (acceptsPair(link, asset)) return asset;
  throw ruleBroken(
    `This link is not paid with ${asset.currency} on ${NETWORKS[asset.network].name}. Please pick another coin or network.`,
    'pair-gone',
  );
}
