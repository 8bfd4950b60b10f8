import type { PersonalRecords } from '../platform/personal-records.ts';

const OF_USER = 't.user_id = $1';

/** What this room keeps about a person. */
export const personalRecords: PersonalRecords = {
  notifications: { table: 'notification', where: OF_USER, erased: 'deleted' },
  notificationChoices: { table: 'notification_choice', where: OF_USER, erased: 'deleted' },
  textMessages: { table: 'text_message', where: OF_USER, erased: 'deleted' },
  webhookEndpoints: {
    table: 'webhook_endpoint',
    where: OF_USER,
    without: ['secret', 'former_secret', 'claimed_by', 'claimed_until', 'listener_of', 'listening_until'],
    erased: 'deleted',
  },
  webhookEvents: { table: 'webhook_event', where: OF_USER, erased: 'deleted' },
};
