import type { PersonalRecords } from './platform/personal-records.ts';

/** What waits in the queue for a person: mails to their address, and texts to their phone. Other events name them by an id alone. */
export const personalRecords: PersonalRecords = {
  messagesToSend: {
    table: 'event',
    where: `(t.type = 'mail.send' and lower(t.payload ->> 'to') = (select lower(u.email) from app_user u where u.id = $1))
      or (t.type = 'sms.send' and t.payload ->> 'userId' = $1::uuid::text)`,
    without: ['trace', 'key', 'last_error'],
    erased: 'deleted',
  },
};
