import { PROVIDER_MINUTES, PROVIDER_NAMES, type SignInProvider } from '@kobogate/contract';
import { conflict, type Failure, notFound, ruleBroken } from '../../platform/errors.ts';

/** 404: the operator has not connected this provider. */
export const notConnected = (provider: SignInProvider): Failure =>
  notFound(`${PROVIDER_NAMES[provider]} is not available here.`);

/** 422: too late, used already, or begun elsewhere: one sentence for all, as only one of them is a person's mistake. */
export const signInEnded = (): Failure =>
  ruleBroken(
    `This sign-in did not finish: it took more than ${PROVIDER_MINUTES} minutes, was used already, or began in another browser. Please begin again.`,
    'provider-ended',
  );

/** 422: the person did not want to. */
export const signInCancelled = (provider: SignInProvider): Failure =>
  ruleBroken(`You left ${PROVIDER_NAMES[provider]} before it was done. Nothing was changed.`, 'provider-cancelled');

/** 422: what the provider said does not prove who the person is. The cause is for the log. */
export function signInFailed(provider: SignInProvider, cause?: unknown): Failure {
  const failure = ruleBroken(
    `${PROVIDER_NAMES[provider]} did not confirm who you are, so nothing was done. Please try again in a minute, or log in with your password.`,
    'provider-failed',
  );
  failure.cause = cause;
  return failure;
}

/** 422: the provider names no address that a new account could have. */
export const addressUnusable = (provider: SignInProvider): Failure =>
  ruleBroken(
    `${PROVIDER_NAMES[provider]} gave us no e-mail address that we can write to, so it can’t sign you up here. Please use the form.`,
    'provider-unproven',
  );

/** 409: the subject, or this provider, is linked already. */
export const providerTaken = (provider: SignInProvider, why: string): Failure =>
  conflict(`${PROVIDER_NAMES[provider]} was not linked: ${why}`, 'provider-taken');
