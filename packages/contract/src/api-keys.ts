import * as z from 'zod/mini';
import { count, endpoint, instant, messageAnswer, SCOPES, text } from './endpoint.ts';
import { byId, idSchema } from './ids.ts';
import { proof } from './two-factor.ts';

/** What every API key begins with, so that secret scanners find one that was published by mistake. */
export const API_KEY_PREFIX = 'kobo_live_';
/** More than a merchant needs, and few enough to look through. */
export const API_KEYS_MOST = 20;
const LONGEST_DAYS = 365;
const DAYS_SENTENCE = `Please give from 1 to ${LONGEST_DAYS} days`;
const days = count(DAYS_SENTENCE).check(z.refine((given) => given >= 1 && given <= LONGEST_DAYS, DAYS_SENTENCE));

const apiKeySchema = z.object({
  id: idSchema('ApiKey'),
  name: z.string(),
  /** The last four characters of the key. */
  ending: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  createdAt: instant,
  /** To the minute; null: never used. */
  lastUsedAt: z.nullable(instant),
  /** Null: it has no end. */
  expiresAt: z.nullable(instant),
  /** Since when it is refused, after a password reset or while the account was disabled; null: it is not paused. */
  pausedAt: z.nullable(instant),
});
export type ApiKey = z.output<typeof apiKeySchema>;

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api-keys',
    summary: 'The API keys that were not revoked, newest first; never the keys themselves',
    access: 'user',
    answer: z.object({ data: z.array(apiKeySchema) }),
    errors: [401],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key; it is shown once. Takes the password, and a second factor where two-factor is on',
    access: 'user',
    body: z.object({
      name: text(60, 'Please name the key').check(z.minLength(1, 'Please name the key')),
      scopes: z
        .array(z.enum(SCOPES, 'We do not know this scope'), 'Please choose what the key is for')
        .check(z.minLength(1, 'Please choose what the key is for'), z.maxLength(SCOPES.length)),
      /** Days until it ends; null: never. */
      expiresInDays: z._default(z.nullable(days), null),
      ...proof.shape,
    }),
    answer: z.object({ message: z.string(), data: z.object({ ...apiKeySchema.shape, secret: z.string() }) }),
    success: 201,
    errors: [401, 409, 422, 429],
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api-keys/{id}/resume',
    summary:
      'Let a key work again that a password reset has paused. Takes the password, and a second factor where two-factor is on',
    access: 'user',
    params: byId('ApiKey'),
    body: proof,
    answer: messageAnswer,
    errors: [401, 404, 409, 422, 429],
  }),
  revoke: endpoint({
    method: 'POST',
    path: '/api-keys/{id}/revoke',
    summary: 'End an API key at once. Takes the password, and a second factor where two-factor is on',
    access: 'user',
    params: byId('ApiKey'),
    body: proof,
    answer: messageAnswer,
    errors: [401, 404, 422, 429],
  }),
} as const;
