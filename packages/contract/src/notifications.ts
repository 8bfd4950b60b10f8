import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer } from './endpoint.ts';

export const notificationSchema = z.object({
  id: z.string(),
  type: z.enum(['payment', 'update']),
  message: z.string(),
  time: instant,
  senderName: z.string(),
});
export type Notification = z.output<typeof notificationSchema>;

export const notifications = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: "The signed-in user's notifications, newest first",
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
} as const;
