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
  saveAdmin,
  saveDisabled,
  saveTier,
} from './accounts/db.ts';
export { announceAdmin, ensureAdmin } from './accounts/ensure-admin.ts';
export { createAuthenticator } from './sessions/authenticate.ts';
export { notEnded, revokeEverySession, revokeSessions } from './sessions/db.ts';
export { type LockOwner, lockSignedIn, type ProveOwner } from './sessions/still-signed-in.ts';
export { listTotpSecrets } from './two-factor/db.ts';
export { openSecondStep } from './two-factor/finish-second-step.ts';
export { forgetOld } from './accounts/forget-old.ts';
export { accountHandlers } from './accounts/handlers.ts';
export type { Mail, Mailer } from './accounts/mailer.ts';
export { describePausedKeys, writeMail, type WrittenMail } from './accounts/mails.ts';
export { createPasswordHasher } from './accounts/password-hash.ts';
export { accountRoutes } from './accounts/routes.ts';
export { makeToken } from './accounts/secrets.ts';
export { createSignedMailer } from './accounts/signed-mailer.ts';
export { createKeyAuthenticator, isApiKey } from './api-keys/authenticate-key.ts';
export { listKeys, pauseKeys } from './api-keys/db.ts';
export { apiKeyRoutes } from './api-keys/routes.ts';
export { totpPlace } from './two-factor/accept-code.ts';
export { createAdmission, createFactorCheck } from './two-factor/admit.ts';
export { forgetOldSteps } from './two-factor/forget-old-steps.ts';
export { createFullProof, createSecondFactorProof } from './two-factor/prove-owner.ts';
export { twoFactorRoutes } from './two-factor/routes.ts';
