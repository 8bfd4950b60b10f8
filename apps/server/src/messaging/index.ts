export type { Texter } from './notifications/texter.ts';
export type { Attempt, WebhookSender } from './webhooks/webhook-sender.ts';
export { DELIVERIES_WRITTEN } from './deliveries/record-event.ts';
export { createMessaging } from './create-messaging.ts';
export { opensEndpointSecrets, resealEndpointSecrets } from './webhooks/create-endpoint.ts';
export { personalRecords } from './personal-records.ts';
export { countNotices, forgetNotices } from './notifications/db.ts';
