import { type AnswerOf, endpoints, type NewPaymentLink } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { doOnce, findAnswer, type Repeatable } from '../../platform/idempotency.ts';
import { newId } from '../../platform/identifiers.ts';
import { emit } from '../../events.ts';
import { consumeRateLimit } from '../../platform/throttle.ts';
import { insertLink } from './db.ts';
import type { LinkRecord } from './link.ts';
import { decideTerms } from './link-terms.ts';
import { requirePictures } from './link-pictures.ts';
import { type LinkDependencies, type LinkOwner, readTermsContext, requireLinksOn } from './terms-context.ts';

interface NewLink {
  readonly owner: LinkOwner;
  readonly input: NewPaymentLink;
}

/**
 * Creates an active link. Throws 403 while the operator has links switched off and the caller is no administrator, 422
 * with a message for a broken rule, 429 for too many links an hour.
 */
export async function createLink(dependencies: LinkDependencies, asked: NewLink): Promise<LinkRecord> {
  const link = await decideLink(dependencies, asked);
  await dependencies.database.transaction((tx) => saveLink(tx, link));
  return link;
}

/**
 * Creates an active link once for each of its owner's idempotency keys, and answers the result of `present`: a repeat
 * gets the first answer, whatever has happened to the link. Throws as `createLink`, and 409 for a key that created
 * another one.
 */
export async function createLinkOnce(
  dependencies: LinkDependencies,
  { idempotencyKey: key, onRepeat, ...asked }: NewLink & Repeatable,
  present: (link: LinkRecord) => LinkAnswer,
): Promise<LinkAnswer> {
  const { database, clock } = dependencies;
  const { answer } = endpoints.paymentLinks.create;
  const operation = 'payment-links.create';
  const call = { owner: asked.owner.userId, operation, key, request: asked.input, now: clock.now(), onRepeat };
  const known = await findAnswer(database, call, answer);
  if (known !== null) return known;
  const link = await decideLink(dependencies, asked);
  return database.transaction((tx) =>
    doOnce(tx, call, answer, async () => {
      await saveLink(tx, link);
      return present(link);
    }),
  );
}

async function saveLink(tx: Transaction, link: LinkRecord): Promise<void> {
  await requirePictures(tx, link.userId, link);
  await insertLink(tx, { id: link.id, userId: link.userId, terms: link, now: link.createdAt });
  await emit(tx, { type: 'link.created', payload: { linkId: link.id, userId: link.userId } });
}

type LinkAnswer = AnswerOf<typeof endpoints.paymentLinks.create>;

async function decideLink(dependencies: LinkDependencies, { owner, input }: NewLink): Promise<LinkRecord> {
  const { database } = dependencies;
  const { userId } = owner;
  await requireLinksOn(dependencies, owner);
  const context = await readTermsContext(dependencies, {
    currency: input.amountCurrency ?? 'NGN',
    formerEnd: null,
    formerMetadata: {},
    formerFields: [],
  });
  const terms = decideTerms(input, context);
  const { now } = context;
  const turn = { thing: 'payment-link-user', subject: userId, most: 60, windowSeconds: 3600 };
  await consumeRateLimit(database, [turn], now, 'You have made very many links.');
  return { ...terms, id: newId(), userId, state: 'active', version: 1, createdAt: now, updatedAt: now };
}
