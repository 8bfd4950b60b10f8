import type { PersonalRecords } from '../platform/personal-records.ts';
import { erasedAddress } from './accounts/db.ts';

const OF_USER = 't.user_id = $1';
/** What serves to sign in for minutes, and is never given out. */
const secret = (table: string) => ({ table, where: OF_USER, erased: 'deleted', isSecret: true }) as const;

/** Who acted for the team is named by their acts. */
const unlessActed = (column: string, text: string): string =>
  `case when exists (select from admin_action x where x.admin_id = t.id) then t.${column} else '${text}' end`;
const ADDRESS = erasedAddress('t');

/** What this room keeps about a person. */
export const personalRecords: PersonalRecords = {
  accountChanges: { table: 'account_change', where: OF_USER, erased: { kept: 'audit' } },
  sessions: { table: 'session', where: OF_USER, without: ['token_hash'], erased: 'deleted' },
  knownAddresses: { table: 'known_address', where: OF_USER, erased: 'deleted' },
  knownDevices: { table: 'known_device', where: OF_USER, without: ['device'], erased: 'deleted' },
  apiKeys: { table: 'api_key', where: OF_USER, without: ['key_hash'], erased: 'deleted' },
  authenticatorApp: { table: 'totp', where: OF_USER, without: ['sealed_secret', 'last_step'], erased: 'deleted' },
  signInProviders: { table: 'provider_account', where: OF_USER, erased: 'deleted' },
  factorResets: {
    table: 'factor_reset',
    where: OF_USER,
    without: ['first_by', 'first_at', 'first_reason'],
    erased: 'deleted',
  },
  passkeys: {
    table: 'passkey',
    where: OF_USER,
    without: ['credential_id', 'public_key', 'counter'],
    erased: 'deleted',
  },
  invitations: {
    table: 'staff_invitation',
    where: 't.accepted_by = $1 or t.email_key = (select u.email_key from app_user u where u.id = $1)',
    without: ['token_hash', 'invited_by'],
    erased: { set: { email: `'erased'`, email_key: `'erased-' || t.id`, token_hash: 'null' } },
  },
  appEnrolment: secret('totp_enrolment'),
  passkeyRegistration: secret('passkey_registration'),
  passkeyProof: secret('passkey_proof'),
  recoveryCodes: secret('recovery_code'),
  secondSteps: secret('second_step'),
  codes: secret('one_time_code'),
  resets: secret('password_reset'),
  signUps: secret('sign_up'),
  account: {
    table: 'app_user',
    where: 't.id = $1',
    without: ['password_hash', 'search_key', 'email_key', 'phone_key', 'closed_by'],
    erased: {
      set: {
        email: ADDRESS,
        email_key: ADDRESS,
        first_name: unlessActed('first_name', 'Erased'),
        last_name: unlessActed('last_name', 'account'),
        phone: `''`,
        phone_key: `''`,
        gender: `''`,
        password_hash: `''`,
        search_key: `''`,
        updated_at: 'now()',
      },
    },
  },
};
