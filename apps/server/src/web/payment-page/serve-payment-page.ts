import {
  EMAIL_PATTERN,
  endpoints,
  linkAmountText,
  type LinkId,
  type OrderId,
  type PaymentLink,
  type PaymentPage,
  type PaymentPageContent,
  type PaymentTrouble,
  WALLETCONNECT_RELAY,
} from '@kobogate/contract';
import { plainNaira } from '@kobogate/money';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { contentSecurityPolicy } from '../../platform/content-security.ts';
import { overloaded } from '../../platform/errors.ts';
import { refusedStatus } from '../../platform/answer-error.ts';
import { createTurns } from '../../platform/turns.ts';
import { sendOnce } from '../rendered-document.ts';
import { formOf, queryOf, takeForms } from '../take-forms.ts';
import type { DrawLinkPicture, DrawReceipt } from '../../books/index.ts';
import { findTrouble, trouble, troubleOf } from './find-trouble.ts';
import { openingKey, type PageInput, readInput } from './page-input.ts';
import type { AskApi } from '../ask-api.ts';
import { choosing, closedBy, readLink, readPayment, readPreview } from './read-content.ts';

// The fields of a merchant's own, each letter of theirs written as up to nine.
const LARGEST_FORM = 16_384;
const LINK = '/custom-payment/:linkId';
const PAYMENT = `${LINK}/payments/:paymentId`;

export interface PaymentPageDependencies {
  readonly page: PaymentPage;
  readonly ask: AskApi;
  readonly drawReceipt: DrawReceipt;
  readonly drawLinkPicture: DrawLinkPicture;
  /** The product's own address, without a trailing slash. */
  readonly publicOrigin: string;
  /** Where a browser calls the payment API, without a trailing slash: a path of this server, or another's address. */
  readonly apiBase: string;
  /** The operator's project at WalletConnect; null: there is none. */
  readonly walletConnect: string | null;
}

/**
 * Serves the payer's page: a link's, where coin and network are chosen, and each payment's own, at a permanent address.
 * Complete documents and plain forms, so that it needs no script; it has no session.
 */
export async function servePaymentPage(http: FastifyInstance, dependencies: PaymentPageDependencies): Promise<void> {
  await http.register(async (scope) => {
    takeForms(scope, LARGEST_FORM);
    scope.setErrorHandler(async (error, request, reply) => {
      const refused = refusedStatus(error);
      // Not a form of this page: too long, of another type, or unreadable.
      if (refused !== null)
        return show(dependencies, readVisit(request, reply), { kind: 'failed', sentence: '' }, refused);
      request.log.error({ err: error }, "the payer's page could not be drawn");
      return show(dependencies, readVisit(request, reply), { kind: 'failed', sentence: '' });
    });
    mountLink(scope, dependencies);
    mountPayment(scope, dependencies);
    mountReceipt(scope, dependencies);
    mountPicture(scope, dependencies);
  });
}

interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly input: PageInput;
  readonly linkId: LinkId;
  readonly paymentId: OrderId;
  readonly visitor: string;
  readonly browser: string;
}

const placeSchema = z.object({
  linkId: z._default(z.string(), '').brand('Link'),
  paymentId: z._default(z.string(), '').brand('Order'),
});

function readVisit(request: FastifyRequest, reply: FastifyReply): Visit {
  const { linkId, paymentId } = placeSchema.parse(Object(request.params));
  const input = readInput(queryOf(request), formOf(request), request.headers['accept-language']);
  const browser = request.headers['user-agent'] ?? '';
  return { request, reply, input, linkId, paymentId, visitor: request.ip, browser };
}

function mountLink(http: FastifyInstance, dependencies: PaymentPageDependencies): void {
  const { ask } = dependencies;
  http.get(LINK, async (request, reply) => {
    const visit = readVisit(request, reply);
    const found = await readLink(ask, visit);
    const content = 'link' in found ? choosing(found.link, visit.input, null) : found.content;
    return show(dependencies, visit, content);
  });
  http.post(LINK, async (request, reply) => {
    const visit = readVisit(request, reply);
    const { linkId, visitor, browser } = visit;
    const asked = await readLink(ask, visit);
    if ('content' in asked) return show(dependencies, visit, asked.content);
    const { link } = asked;
    const input = withPlainAmount(visit.input, link);
    const { currency, network, amount } = input.choice;
    if (input.wantsNetworks) return show(dependencies, visit, choosing(link, input, null));
    const found = findTrouble(link, input);
    if (found !== null) return show(dependencies, visit, choosing(link, input, found));
    const key = openingKey(input, linkId);
    const opened = await ask(endpoints.payments.open, {
      params: { id: linkId },
      body: {
        currency,
        network,
        ...(link.isAmountOpen ? { amount } : {}),
        ...(input.reference === '' ? {} : { reference: input.reference }),
        ...(link.customFields.length === 0 ? {} : { customValues: valuesFor(link, input) }),
      },
      visitor,
      browser,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
    if (opened.ok) return goTo(visit, opened.answer.data.id, input.wantsWallet ? { fragment: '#wallet' } : {});
    const reason = closedBy(opened);
    // It was closed while the payer chose.
    if (reason !== null) return show(dependencies, visit, { kind: 'closed', reason, link });
    return show(dependencies, visit, choosing(link, input, troubleOf(opened)));
  });
}

/** An amount of naira is taken with thousands and a sign before it, as people paste it. */
const withPlainAmount = (input: PageInput, { amountCurrency }: PaymentLink): PageInput =>
  amountCurrency === 'NGN' ? { ...input, choice: { ...input.choice, amount: plainNaira(input.choice.amount) } } : input;

/** What was given for the fields that the link has. */
const valuesFor = ({ customFields }: PaymentLink, { values }: PageInput): Record<string, string> =>
  Object.fromEntries(customFields.map(({ key }) => [key, values[key] ?? '']));

function mountPayment(http: FastifyInstance, dependencies: PaymentPageDependencies): void {
  const { ask } = dependencies;
  const showPayment = async (visit: Visit, wrong: PaymentTrouble | null = null): Promise<FastifyReply> => {
    const { email, refund, isMailed } = visit.input;
    const typed = wrong === null ? undefined : { email, ...refund };
    const content = await readPayment(ask, visit, { trouble: wrong, isMailed, typed });
    return show(dependencies, visit, content);
  };
  http.get(PAYMENT, (request, reply) => showPayment(readVisit(request, reply)));
  // A refused form is shown at its own address, from where the page is followed and reloaded.
  for (const form of ['rate', 'receipt', 'refund']) {
    http.get(`${PAYMENT}/${form}`, (request, reply) => {
      const visit = readVisit(request, reply);
      return goTo(visit, visit.paymentId, visit.input.isPart ? { query: { part: 'main' } } : {});
    });
  }
  http.post(`${PAYMENT}/rate`, async (request, reply) => {
    const visit = readVisit(request, reply);
    const { paymentId, visitor } = visit;
    const renewed = await ask(endpoints.payments.renew, { params: { id: paymentId }, visitor });
    return renewed.ok ? goTo(visit, paymentId) : showPayment(visit, troubleOf(renewed));
  });
  http.post(`${PAYMENT}/receipt`, async (request, reply) => {
    const visit = readVisit(request, reply);
    const { paymentId, visitor, input } = visit;
    if (!EMAIL_PATTERN.test(input.email)) {
      return showPayment(visit, trouble('email-malformed'));
    }
    const body = { email: input.email, language: input.language };
    const mailed = await ask(endpoints.payments.mailReceipt, { params: { id: paymentId }, body, visitor });
    if (mailed.ok) return goTo(visit, paymentId, { query: { mailed: '1' } });
    return showPayment(visit, troubleOf(mailed));
  });
  http.post(`${PAYMENT}/refund`, async (request, reply) => {
    const visit = readVisit(request, reply);
    const { paymentId, visitor, input } = visit;
    const { offer, address } = input.refund;
    const params = { id: paymentId, offer };
    const answered = await ask(endpoints.refundOffers.answer, { params, body: { address }, visitor });
    return answered.ok ? goTo(visit, paymentId) : showPayment(visit, troubleOf(answered));
  });
}

/** Drawing a receipt takes a core for some milliseconds, and any caller with the payment's address may request it. */
const DRAWING = {
  atOnce: 2,
  mostWaiting: 20,
  turnAway: () => overloaded('Many receipts are being prepared at the moment. Please try again soon.'),
};

/** A paid payment's receipt as a PDF in the payer's language; an unpaid one redirects back to its page. */
function mountReceipt(http: FastifyInstance, dependencies: PaymentPageDependencies): void {
  const { ask, page, drawReceipt } = dependencies;
  const inTurn = createTurns(DRAWING);
  http.get(`${PAYMENT}/receipt.pdf`, async (request, reply) => {
    const visit = readVisit(request, reply);
    const content = await readPayment(ask, visit);
    if (content.kind !== 'payment') return show(dependencies, visit, content);
    const { payment } = content;
    if (payment.state !== 'paid') return goTo(visit, payment.id);
    const pdf = await inTurn(() => drawReceipt(page.layOutReceipt(payment, visit.input.language)));
    return reply
      .header('content-disposition', `attachment; filename="receipt-${payment.id.replaceAll(/[^\w-]/g, '')}.pdf"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(pdf);
  });
}

const PICTURES = {
  atOnce: 1,
  mostWaiting: 20,
  turnAway: () => overloaded('Many pictures are being drawn at the moment. Please try again soon.'),
};

/** What chats show of a link's address. It tells no more than the page, and a link that can't be paid has none. */
function mountPicture(http: FastifyInstance, { ask, drawLinkPicture }: PaymentPageDependencies): void {
  const inTurn = createTurns(PICTURES);
  http.get(`${LINK}/picture.png`, async (request, reply) => {
    const found = await readLink(ask, readVisit(request, reply));
    if (!('link' in found)) {
      return reply.code(404).header('cache-control', 'no-store').send({ message: 'This link has no picture.' });
    }
    const { name, purpose, amount, amountCurrency, isAmountOpen } = found.link;
    const asked = isAmountOpen ? '' : linkAmountText(amount, amountCurrency);
    const png = await inTurn(() => drawLinkPicture({ name, purpose, amount: asked }));
    return reply
      .header('cache-control', 'public, max-age=600')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(png);
  });
}

/** Redirects to a payment's own address, by GET: reloading that repeats nothing. */
function goTo(
  { reply, linkId, input }: Visit,
  paymentId: OrderId,
  { query: more = {}, fragment = '' }: { query?: Readonly<Record<string, string>>; fragment?: string } = {},
): FastifyReply {
  const query = new URLSearchParams(input.kept);
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  const path = `/custom-payment/${encodeURIComponent(linkId)}/payments/${encodeURIComponent(paymentId)}`;
  return reply.redirect(`${path}${query.size > 0 ? `?${query.toString()}` : ''}${fragment}`, 303);
}

async function show(
  { page, ask, apiBase, publicOrigin, walletConnect }: PaymentPageDependencies,
  visit: Visit,
  content: PaymentPageContent,
  status = statusOf(content),
): Promise<FastifyReply> {
  const { request, reply, input, linkId } = visit;
  // An open page has its banner: its parts come without it.
  const preview = input.isPart ? null : await readPreview(ask, visit, content);
  const shown = { language: input.language, linkId, kept: input.kept, preview, content };
  const view = { ...shown, apiBase, walletConnect, origin: publicOrigin };
  const html = input.isPart ? page.renderPart(view) : page.render(view);
  // With another payment API its pictures and changes are requested there.
  const origins = /^https?:/.test(apiBase) ? [new URL(apiBase).origin] : [];
  const policy = contentSecurityPolicy({
    ...page.inline,
    connect: walletConnect === null ? origins : [...origins, WALLETCONNECT_RELAY],
    images: origins,
    isEmbeddable: input.isEmbedded,
  });
  // Set on the raw answer, below Fastify's own headers.
  if (input.isEmbedded) reply.raw.removeHeader('x-frame-options');
  reply.header('content-security-policy', policy).header('vary', 'accept-language, accept-encoding');
  return sendOnce(request, reply.code(status), html);
}

/** A link that is switched off may come back; the status of a used or expired one is final. */
const STATUS_OF_CLOSED = { inactive: 404, used: 409, expired: 410, ended: 410 } as const;

function statusOf(content: PaymentPageContent): number {
  switch (content.kind) {
    case 'failed':
      return 503;
    case 'nothing':
      return 404;
    case 'closed':
      return STATUS_OF_CLOSED[content.reason];
    case 'choosing':
    case 'payment':
      return content.trouble === null ? 200 : statusOfTrouble(content.trouble);
  }
}

function statusOfTrouble({ problem }: PaymentTrouble): number {
  if (problem === 'too-many') return 429;
  return problem === 'unreachable' || problem === 'no-rate' ? 503 : 422;
}
