import type { SignInProvider } from '@kobogate/contract';

/** What only the browser that began a sign-in and we know of it. */
export interface Attempt {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636): the provider gives the tokens to its holder alone. */
  readonly verifier: string;
}

/** What a provider has sent back by the browser. */
export interface ProviderAnswer {
  readonly code: string;
  readonly issuer: string;
}

/** Whom a provider has named. */
export interface Person {
  /** Names the person at this provider for ever (OpenID Connect Core 1.0, section 5.7); nothing else does. */
  readonly subject: string;
  readonly email: string;
  /** Whether the provider says that it has checked the address. */
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

/** What a provider calls a person. */
export interface ProviderSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** Whom a provider has named, and by which address. */
export interface NamedSubject extends ProviderSubject {
  readonly provider: SignInProvider;
  readonly email: string;
  /** Whether the provider says that it hosts the address. */
  readonly isEmailVerified: boolean;
}

/** The port that the OpenID adapter implements, for one provider. */
export interface OpenIdProvider {
  readonly id: SignInProvider;
  /** Whose subjects are meant. */
  readonly issuer: string;
  /** Where a browser is sent to. Throws 503 where the provider does not describe itself. */
  addressFor(attempt: Attempt): Promise<string>;
  /**
   * Whom the answer is about, once its proof was checked: signature, issuer, audience, time, nonce. Throws 422
   * `provider-failed` where anything of it is not as it must be, 503 where the provider does not answer.
   */
  redeem(answer: ProviderAnswer, attempt: Attempt): Promise<Person>;
}
