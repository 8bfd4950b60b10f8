import {
  idSchema,
  WEBHOOK_DATA,
  WEBHOOK_MEANINGS,
  WEBHOOK_SAMPLE_DATA,
  WEBHOOK_SAMPLES,
  WEBHOOK_SIGNATURE_HEADER,
  type WebhookBody,
  webhookBodySchema,
} from '@kobogate/contract';
import * as z from 'zod/mini';
import { API_AREAS, HEADINGS, SCHEMA_NAMES } from './api-areas.ts';
import { type ApiWebhook, asName, type describeApi } from './platform/openapi.ts';
import type { SchemaNames } from './platform/openapi-schemas.ts';

// Of an event that never was: ids that no record has.
const SAMPLE: Omit<WebhookBody, 'type' | 'data'> = {
  id: idSchema('WebhookEvent').parse('00000000-0000-7000-8000-000000000006'),
  createdAt: '2026-11-21T09:02:10.000Z',
  endpointId: idSchema('Endpoint').parse('00000000-0000-7000-8000-000000000007'),
  sequence: 42,
  isSample: true,
};

const API_WEBHOOKS: readonly ApiWebhook[] = WEBHOOK_SAMPLES.map((type) => ({
  type,
  description: WEBHOOK_MEANINGS[type],
  body: z.object({ ...webhookBodySchema.shape, type: z.literal(type), data: WEBHOOK_DATA[type] }),
  sample: { ...SAMPLE, type, data: WEBHOOK_SAMPLE_DATA[type] },
}));

/** Each body as `PaymentPaidWebhook`, and what several have in common. */
const WEBHOOK_NAMES: SchemaNames = new Map<ApiWebhook['body'], string>([
  ...API_WEBHOOKS.map(({ type, body }) => [body, `${asName(type)}Webhook`] as const),
  [WEBHOOK_DATA['payout.paid'], 'WebhookPayout'],
  [WEBHOOK_DATA['refund.sent'], 'WebhookRefund'],
]);

/** All that the API's description is made of, but its title. */
export const DESCRIBED: Omit<Parameters<typeof describeApi>[0], 'title'> = {
  areas: API_AREAS,
  webhooks: API_WEBHOOKS,
  webhookArea: HEADINGS.webhooks[0],
  signature: {
    header: WEBHOOK_SIGNATURE_HEADER,
    description:
      '`t=<unix seconds>,v1=<hex>`: each `v1` is HMAC-SHA256 over `<t>.<body>` with a secret of the endpoint. Refuse one that does not fit, and one of more than five minutes ago',
  },
  names: new Map([...SCHEMA_NAMES, ...WEBHOOK_NAMES]),
};
