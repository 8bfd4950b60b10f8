import { endpoints, TEXTS } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { type Account, presentAccount, presentRole } from './account.ts';
import { type PauseKeys, resetPassword } from './reset-password.ts';
import { accountOf } from '../sessions/authenticate.ts';
import { logOut } from '../sessions/end-session.ts';
import { sessionRoutes } from '../sessions/routes.ts';
import { registerAccount } from '../sign-ups/register-account.ts';
import { resendCode } from '../sign-ups/resend-code.ts';
import { verifyEmail } from '../sign-ups/verify-email.ts';
import { changePassword } from './change-password.ts';
import { logIn } from './log-in.ts';
import { describeLinked, describeSignedOut, describeUnlinked } from './mails.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { OwnWords } from './password-rules.ts';
import { requestReset } from './request-reset.ts';
import type { OpenSecondStep, ProveSecondFactor } from './second-step.ts';
import { updateProfile } from './update-profile.ts';

export interface AccountDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly openSecondStep: OpenSecondStep;
  readonly proveSecondFactor: ProveSecondFactor;
  /** Whether it is an administrator who has to set up a second factor before anything else. */
  readonly lacksFactor: (account: Account) => Promise<boolean>;
  readonly pauseKeys: PauseKeys;
  readonly ownWords: OwnWords;
  /** The product's own address: links in mail begin with it. */
  readonly publicOrigin: string;
}

const { accounts } = endpoints;

/** Sign-up, codes, sessions and the profile. */
export function accountRoutes(dependencies: AccountDependencies): Route[] {
  return [
    route(accounts.register, async ({ body, address, userAgent, device }) => {
      const { first_name: firstName, last_name: lastName, ...rest } = body;
      await registerAccount(dependencies, { ...rest, firstName, lastName, visitor: { address, userAgent, device } });
      return { message: 'Account created. We sent a 4-digit code to your email.' };
    }),
    route(accounts.login, async ({ body, address, userAgent, device }) => {
      const outcome = await logIn(dependencies, { ...body, visitor: { address, userAgent, device } });
      if (outcome.kind === 'unverified') {
        return { message: TEXTS.verifyFirst, data: { isVerified: false, isAdmin: false } };
      }
      if (outcome.kind === 'second-step') {
        return {
          message: 'Your password is right. One more step: please prove that it is you.',
          data: { isVerified: true, ...presentRole(outcome.role), secondFactor: outcome.secondStep },
        };
      }
      return {
        message: TEXTS.loginSuccess,
        data: { token: outcome.token, isVerified: true, ...presentRole(outcome.role) },
      };
    }),
    route(accounts.verify, async ({ body, address, userAgent, device }) => {
      const { token, role } = await verifyEmail(dependencies, { ...body, visitor: { address, userAgent, device } });
      return { message: 'Your email is verified.', data: { token, isVerified: true, ...presentRole(role) } };
    }),
    route(accounts.resendOtp, async ({ body, address, userAgent, device }) => {
      await resendCode(dependencies, { email: body.email, visitor: { address, userAgent, device } });
      return { message: TEXTS.codeSent };
    }),
    route(accounts.forgotPassword, async ({ body, address, userAgent, device }) => {
      await requestReset(dependencies, { emailOrPhone: body.email, visitor: { address, userAgent, device } });
      return { message: TEXTS.resetLinkSent };
    }),
    route(accounts.resetPassword, async ({ body, address, userAgent, device }) => {
      await resetPassword(dependencies, { ...body, visitor: { address, userAgent, device } });
      return { message: TEXTS.passwordReset };
    }),
    route(accounts.logout, async ({ caller }) => {
      await logOut(dependencies, caller);
      return { message: 'You are logged out.' };
    }),
    route(accounts.getUser, async ({ caller }) => {
      const account = await accountOf(dependencies.database, caller);
      return { data: presentAccount(account, await dependencies.lacksFactor(account)) };
    }),
    route(accounts.updateUser, async ({ caller, body }) => {
      const { first_name: firstName, last_name: lastName, phone, gender } = body;
      const account = await updateProfile(dependencies, { caller, firstName, lastName, phone, gender });
      return { message: TEXTS.profileUpdated, data: presentAccount(account) };
    }),
    route(accounts.changePassword, async ({ caller, body, address, userAgent, device }) => {
      const visitor = { address, userAgent, device };
      const changed = await changePassword(dependencies, { ...body, caller, visitor });
      const sentences = [
        `Your password is changed, and ${describeSignedOut(changed.endedSessions)}.`,
        ...(changed.unlinked.length === 0 ? [] : [describeUnlinked(changed.unlinked)]),
        ...(changed.linked.length === 0 ? [] : [describeLinked(changed.linked)]),
        ...(changed.pausedKeys === 0 ? [] : ['Your API keys are paused until you let them work again, below.']),
      ];
      return { message: sentences.join(' ') };
    }),
    ...sessionRoutes(dependencies),
  ];
}
