import type { PersonalRecords } from '../platform/personal-records.ts';

const OF_USER = 't.user_id = $1';

/** What this room keeps about a person. */
export const personalRecords: PersonalRecords = {
  account: {
    table: 'app_user',
    where: 't.id = $1',
    without: ['password_hash', 'search_key', 'email_key', 'phone_key'],
  },
  accountChanges: { table: 'account_change', where: OF_USER },
  sessions: { table: 'session', where: OF_USER, without: ['token_hash'] },
  knownAddresses: { table: 'known_address', where: OF_USER },
  knownDevices: { table: 'known_device', where: OF_USER, without: ['device'] },
  apiKeys: { table: 'api_key', where: OF_USER, without: ['key_hash'] },
  authenticatorApp: { table: 'totp', where: OF_USER, without: ['sealed_secret', 'last_step'] },
  passkeys: { table: 'passkey', where: OF_USER, without: ['credential_id', 'public_key', 'counter'] },
};
