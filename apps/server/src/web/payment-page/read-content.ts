import {
  endpoints,
  idSchema,
  type PayerChoice,
  type PayerTyped,
  type PaymentLink,
  type PaymentPageContent,
  type PaymentTrouble,
  type LinkId,
  type OrderId,
} from '@kobogate/contract';
import { randomUUID } from 'node:crypto';
import type { ApiAnswer, ApiRefusal, AskApi } from '../ask-api.ts';
import type { PageInput } from './page-input.ts';

/** Not there, or impossible: an address that was cut off or mistyped. */
const ABSENT: ReadonlySet<number> = new Set([400, 404]);
const CONFLICT = 409;

interface Asked {
  readonly linkId: LinkId;
  readonly visitor: string;
}

type LinkAnswer = ApiAnswer<{ data: PaymentLink | null }>;

const askLink = (ask: AskApi, { linkId, visitor }: Asked): Promise<LinkAnswer> =>
  ask(endpoints.paymentLinks.getPublic, { params: { id: linkId }, visitor });

/** A link that can be paid now, or what to show instead. */
export async function readLink(
  ask: AskApi,
  asked: Asked,
): Promise<{ link: PaymentLink } | { content: PaymentPageContent }> {
  const found = await askLink(ask, asked);
  if (!found.ok) return { content: withoutLink(found) };
  const link = found.answer.data;
  if (link === null) return { content: { kind: 'nothing' } };
  return link.state === 'active' ? { link } : { content: { kind: 'closed', reason: link.state, link } };
}

function withoutLink(refusal: ApiRefusal): PaymentPageContent {
  const { status, sentence, code } = refusal;
  const reason = closedBy(refusal) ?? (status === CONFLICT ? 'ended' : null);
  if (reason !== null) return { kind: 'closed', reason, link: null };
  if (ABSENT.has(status)) return { kind: 'nothing' };
  // A code shows that the server is one of ours, whose messages are English and say no more than the page's own.
  return { kind: 'failed', sentence: code === '' ? sentence : '' };
}

/** Why a link can't be paid any more, where a refusal says so. Pure. */
export function closedBy({ code }: Pick<ApiRefusal, 'code'>): 'inactive' | 'expired' | 'used' | null {
  if (code === 'link-inactive') return 'inactive';
  if (code === 'link-expired') return 'expired';
  return code === 'link-used' ? 'used' : null;
}

/** The choice of coin and network for a link, with its error where there is one. Pure but for its key. */
export function choosing(
  link: PaymentLink,
  { choice, values }: Pick<PageInput, 'choice' | 'values'>,
  trouble: PaymentTrouble | null,
): PaymentPageContent {
  return { kind: 'choosing', link, choice: withOnlyWay(link, choice), values, key: randomUUID(), trouble };
}

/** A single coin is chosen automatically. */
function withOnlyWay({ networks }: PaymentLink, choice: PayerChoice): PayerChoice {
  const offered = new Set(networks.map(({ currency }) => currency));
  const [only] = offered;
  if (offered.has(choice.currency) || offered.size !== 1 || only === undefined) return choice;
  return { ...choice, currency: only };
}

/** A payment of the link. A payer can still pay an open payment when its link can't be read any more. */
export async function readPayment(
  ask: AskApi,
  asked: Asked & { readonly paymentId: OrderId },
  {
    trouble = null,
    isMailed = false,
    typed,
  }: { trouble?: PaymentTrouble | null; isMailed?: boolean; typed?: PayerTyped | undefined } = {},
): Promise<PaymentPageContent> {
  const { visitor, paymentId: id } = asked;
  const [found, link] = await Promise.all([
    ask(endpoints.payments.getPublic, { params: { id }, visitor }),
    askLink(ask, asked),
  ]);
  if (!found.ok) return withoutLink(found);
  const payment = found.answer.data;
  if (payment.linkId !== asked.linkId) return { kind: 'nothing' };
  return { kind: 'payment', payment, link: link.ok ? link.answer.data : null, trouble, isMailed, typed };
}

/** An address of a picture that the payment API answered. */
const PICTURE = /^\/api\/images\/(?<id>[\da-f-]{36})$/;

/** The preview of the banner on the page where a payer chooses; null where there is none, or it can't be read. */
export async function readPreview(
  ask: AskApi,
  { visitor }: Asked,
  content: PaymentPageContent,
): Promise<string | null> {
  if (content.kind !== 'choosing') return null;
  const id = PICTURE.exec(content.link.bannerImage ?? '')?.groups?.['id'];
  if (id === undefined) return null;
  const found = await ask(endpoints.images.preview, { params: { id: idSchema('Image').parse(id) }, visitor });
  return found.ok ? found.answer.data.source : null;
}
