export { createClient } from './client.ts';
export type {
  Client,
  EndpointInput,
  EventsPage,
  Link,
  Listener,
  Payment,
  PublicLink,
  PublicPayment,
} from './client.ts';
export type { ErrorCode, EventData } from './contract.ts';
export { KobogateError, WebhookError } from './errors.ts';
export type { Fault, FailureKind, WebhookProblem } from './errors.ts';
export type { CallOptions, ClientOptions, CreateOptions } from './request.ts';
export { verifyWebhook } from './verify-webhook.ts';
export type { WebhookEvent, WebhookEventOf } from './verify-webhook.ts';
