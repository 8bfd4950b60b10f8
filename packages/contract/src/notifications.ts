import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer } from './endpoint.ts';
import { idSchema } from './ids.ts';

export const notificationSchema = z.object({
  id: idSchema('Notification'),
  type: z.enum(['payment', 'update']),
  message: z.string(),
  time: instant,
  senderName: z.string(),
  /** The page of the product that it leads to, such as `/account/receipts/…`. */
  page: z.nullable(z.string()),
});
export type Notification = z.output<typeof notificationSchema>;

/** The kinds of event with a choice of their own; mails about sign-in and payment are always sent. */
export const NOTIFICATION_EVENTS = ['deposit', 'approval', 'decline', 'payout', 'failure'] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** For each kind of event whether it is mailed too; every event is shown in the app. */
export const notificationChoicesSchema = z.object({
  deposit: z.boolean(),
  approval: z.boolean(),
  decline: z.boolean(),
  payout: z.boolean(),
  failure: z.boolean(),
});
export type NotificationChoices = z.output<typeof notificationChoicesSchema>;

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: 'The signed-in user’s notifications, newest first',
    access: 'user',
    answer: z.object({ data: z.array(notificationSchema) }),
    errors: [401],
  }),
  clear: endpoint({
    method: 'DELETE',
    path: '/notifications',
    summary: 'Clear all notifications of the signed-in user',
    access: 'user',
    answer: messageAnswer,
    errors: [401],
  }),
  getChoices: endpoint({
    method: 'GET',
    path: '/notifications/choices',
    summary: 'Which events the signed-in user gets mail about',
    access: 'user',
    answer: z.object({ data: notificationChoicesSchema }),
    errors: [401],
  }),
  saveChoices: endpoint({
    method: 'PATCH',
    path: '/notifications/choices',
    summary: 'Turn mail about some events on or off; what is left out stays',
    access: 'user',
    body: z.partial(notificationChoicesSchema),
    answer: z.object({ message: z.string(), data: notificationChoicesSchema }),
    errors: [401, 422],
  }),
  getTextChoices: endpoint({
    method: 'GET',
    path: '/notifications/text-choices',
    summary: 'Which events the signed-in user gets text messages about; null where the operator sends none',
    access: 'user',
    answer: z.object({ data: z.nullable(notificationChoicesSchema) }),
    errors: [401],
  }),
  saveTextChoices: endpoint({
    method: 'PATCH',
    path: '/notifications/text-choices',
    summary: 'Turn text messages about some events on or off; what is left out stays',
    access: 'user',
    body: z.partial(notificationChoicesSchema),
    answer: z.object({ message: z.string(), data: notificationChoicesSchema }),
    errors: [401, 422],
  }),
} as const;
