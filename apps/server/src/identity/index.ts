export type { Account } from './accounts/account.ts';
export {
  ACCOUNT_CHANGES,
  ACCOUNT_COLUMNS,
  type AccountChange,
  type AccountRow,
  findAccount,
  lockAdminsAnd,
  PROFILE_FIELDS,
  type ProfileField,
  readAccount,
  recordAccountChange,
  saveClosed,
  saveErased,
  saveDisabled,
  saveRole,
  saveTier,
} from './accounts/db.ts';
export type { Mail, Mailer } from './accounts/mailer.ts';
export { createPasswordHasher, type PasswordHasher } from './accounts/password-hash.ts';
export { describePausedKeys, writeMail, type WrittenMail } from './accounts/mails.ts';
export { makeToken } from './accounts/secrets.ts';
export { listKeys, pauseKeys, revokeKeys } from './api-keys/db.ts';
export { lockKeyOwner } from './api-keys/lock-key.ts';
export { signInFailed } from './providers/failures.ts';
export type { Attempt, OpenIdProvider, Person } from './providers/provider.ts';
export { listStaff } from './team/db.ts';
export { endInvitationOf } from './team/invite.ts';
export { ROLE_WORDS } from './team/mails.ts';
export { createIdentity } from './create-identity.ts';
export { endEverySignIn } from './end-every-sign-in.ts';
export { countEndedResets, findOpenReset, forgetResets, lapseReset, RESETS_TO_DECIDE } from './factor-resets/db.ts';
export { presentResetDetail } from './factor-resets/factor-reset.ts';
export { countPlaces, forgetPlaces, notEnded, revokeSessions } from './sessions/db.ts';
export { type LockOwner, lockSignedIn, type ProveOwner } from './sessions/still-signed-in.ts';
export { opensTotpSecrets, resealTotpSecrets } from './two-factor/accept-code.ts';
export { personalRecords } from './personal-records.ts';
