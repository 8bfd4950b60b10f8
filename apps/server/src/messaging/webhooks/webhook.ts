import {
  type Delivery as PresentedDelivery,
  type DeliveryAttempt,
  type DeliveryState,
  WEBHOOK_EVENTS,
  WEBHOOK_SECRET_PREFIX,
  type WebhookBody,
  type WebhookEndpoint as PresentedEndpoint,
  type WebhookEvent,
  type EndpointId,
  type UserId,
  type WebhookEventId,
  type DeliveryId,
} from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { makeToken } from '../../identity/index.ts';
import type { Attempt } from './webhook-sender.ts';

/** The address at which a merchant's program receives events. */
export interface WebhookEndpoint {
  readonly id: EndpointId;
  readonly userId: UserId;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Sealed, the newest first; one or two. */
  readonly secrets: readonly Buffer[];
  readonly lastSequence: number;
  readonly createdAt: Date;
  readonly turnedOffBy: 'owner' | 'failing' | null;
  readonly failures: number;
  readonly failingSince: Date | null;
}

/** One event for one endpoint. */
export interface Delivery {
  readonly id: DeliveryId;
  readonly endpointId: EndpointId;
  readonly sequence: number;
  readonly state: DeliveryState;
  /** Attempts of this round: a replay begins a new one. */
  readonly attempts: number;
  readonly dueAt: Date;
  readonly giveUpAt: Date;
  readonly event: {
    readonly id: WebhookEventId;
    readonly type: string;
    readonly createdAt: Date;
    /** Nothing of it has happened: its owner asked for a sample. */
    readonly isSample: boolean;
    readonly data: object;
  };
}

/** An attempt that was made. */
export interface PastAttempt extends Attempt {
  readonly at: Date;
}

/** A new signing secret: 256 random bits with a prefix that says what it is. */
export const makeSecret = (): string => WEBHOOK_SECRET_PREFIX + makeToken();

/** The place for which an endpoint's secret is sealed. Pure. */
export const secretPlace = (endpointId: EndpointId): string => `webhook ${endpointId}`;

/** The known events of a list, each once, in the contract's order. Pure. */
export const orderEvents = (given: readonly string[]): WebhookEvent[] =>
  WEBHOOK_EVENTS.filter((event) => given.includes(event));

/** An event as its receiver gets it. Pure. */
export function bodyOf({
  endpointId,
  sequence,
  event,
}: Pick<Delivery, 'endpointId' | 'sequence' | 'event'>): WebhookBody {
  const { id, type, createdAt, isSample, data } = event;
  return { id, type, createdAt: createdAt.toISOString(), endpointId, sequence, isSample, data: { ...data } };
}

/** The endpoint as its owner sees it. */
export const presentEndpoint = (endpoint: WebhookEndpoint): PresentedEndpoint => ({
  id: endpoint.id,
  url: endpoint.url,
  events: [...endpoint.events],
  isActive: endpoint.turnedOffBy === null,
  turnedOffBy: endpoint.turnedOffBy,
  failingSince: endpoint.failingSince?.toISOString() ?? null,
  secrets: endpoint.secrets.length,
  lastSequence: endpoint.lastSequence,
  createdAt: endpoint.createdAt.toISOString(),
});

/** An attempt as the endpoint's owner sees it. */
export const presentAttempt = ({ at, status, problem, answer, milliseconds }: PastAttempt): DeliveryAttempt => ({
  at: at.toISOString(),
  status,
  problem,
  answer,
  milliseconds,
});

/** A delivery as the endpoint's owner sees it. */
export const presentDelivery = (
  { id, sequence, state, dueAt, event }: Delivery,
  { count, last }: { count: number; last: PastAttempt | null },
): PresentedDelivery => ({
  id,
  eventId: event.id,
  type: event.type,
  sequence,
  state,
  createdAt: event.createdAt.toISOString(),
  attempts: count,
  last: last === null ? null : presentAttempt(last),
  nextAttemptAt: state === 'pending' ? dueAt.toISOString() : null,
});

/** 404: the caller has no such endpoint. */
export const noSuchEndpoint = () => notFound('There is no such webhook endpoint.', 'endpoint-unknown');

/** 404: the caller's API key has no such listener. */
export const noSuchListener = () =>
  notFound('There is no such listener. Please open one with this API key.', 'listener-unknown');

/** 404: the caller has no such delivery. */
export const noSuchDelivery = () => notFound('There is no such delivery.', 'delivery-unknown');
