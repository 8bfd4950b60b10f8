import * as z from 'zod/mini';
import { endpoint, instant, messageAnswer, STAFF_ROLES, text } from './endpoint.ts';
import { SECOND_FACTORS } from './constants.ts';
import { idSchema } from './ids.ts';

/** A sign-in whose password was right and whose second step is open; five minutes, five tries, one success. */
export const secondStepSchema = z.object({ challenge: z.string(), methods: z.array(z.enum(SECOND_FACTORS)) });
export type SecondStep = z.output<typeof secondStepSchema>;

const passkeySchema = z.object({
  id: idSchema('Passkey'),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.output<typeof passkeySchema>;

const twoFactorSchema = z.object({
  isOn: z.boolean(),
  /** Present where this account, an administrator's, has to keep a second factor. */
  isRequired: z.optional(z.boolean()),
  /** Since when an authenticator app is set up; null where none is. */
  totpSince: z.nullable(instant),
  passkeys: z.array(passkeySchema),
  recoveryCodesLeft: z.number(),
});
export type TwoFactor = z.output<typeof twoFactorSchema>;

/** Binary of WebAuthn as base64url. */
const binary = z.string().check(z.maxLength(16_000), z.regex(/^[\w-]*$/));
const transports = z.array(z.enum(['ble', 'hybrid', 'internal', 'nfc', 'usb']));
const credentials = z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports }));
const userVerification = z.enum(['discouraged', 'preferred', 'required']);

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn level 3, in the part that we use. */
const registrationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: credentials,
  authenticatorSelection: z.object({ residentKey: z.enum(['discouraged', 'preferred', 'required']), userVerification }),
  attestation: z.literal('none'),
});
export type PasskeyRegistrationOptions = z.output<typeof registrationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn level 3, in the part that we use. */
const assertionOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: credentials,
  userVerification,
});
export type PasskeyAssertionOptions = z.output<typeof assertionOptions>;

const credential = { id: binary, rawId: binary, type: z.literal('public-key') };
/** What the browser answers when a passkey was made. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    /** Includes unknown ones: browsers add new ones, and they are left out when the key is stored. */
    transports: z._default(z.array(text(40)).check(z.maxLength(20)), []),
  }),
});
export type PasskeyRegistration = z.output<typeof registration>;

/** What the browser answers when a passkey has signed. */
const assertion = z.object({
  ...credential,
  response: z.object({ clientDataJSON: binary, authenticatorData: binary, signature: binary }),
});
export type PasskeyAssertion = z.output<typeof assertion>;

/** The proof of a second factor: a code of the app, a recovery code, or a passkey's signature for this request. */
export const secondFactorProof = z.object({
  code: z._default(text(40), ''),
  assertion: z.optional(assertion),
});
export type SecondFactorProof = z.output<typeof secondFactorProof>;

/**
 * The owner's proof for a change of sign-in or payout account: the password, and a second factor where two-factor is
 * on.
 */
export const proof = z.object({
  password: z._default(z.string().check(z.maxLength(1000)), ''),
  ...secondFactorProof.shape,
});
export type Proof = z.output<typeof proof>;

/** The codes of an account that turns two-factor on; null where it had codes already. Shown once. */
const withCodes = z.object({
  message: z.string(),
  data: z.object({ recoveryCodes: z.nullable(z.array(z.string())) }),
});
const id = z.object({ id: idSchema('Passkey') });
const challenge = text(200);
const name = z._default(text(60), '');

export const twoFactor = {
  get: endpoint({
    method: 'GET',
    path: '/two-factor',
    summary: 'How the second step of signing in is set up',
    access: 'user',
    isForSetUp: true,
    answer: z.object({ data: twoFactorSchema }),
    errors: [401],
  }),
  enrolTotp: endpoint({
    method: 'POST',
    path: '/two-factor/totp',
    summary: 'Begin to set up an authenticator app: answers its secret, once; the app counts only after a correct code',
    access: 'user',
    isForSetUp: true,
    body: proof,
    answer: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
    success: 201,
    errors: [401, 422, 429],
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/two-factor/totp/confirm',
    summary: 'Turn the authenticator app on with a code that it shows',
    access: 'user',
    isForSetUp: true,
    body: z.object({ code: text(40) }),
    answer: withCodes,
    errors: [401, 409, 422, 429],
  }),
  removeTotp: endpoint({
    method: 'POST',
    path: '/two-factor/totp/remove',
    summary: 'Remove the authenticator app; with nothing else left, two-factor is off',
    access: 'user',
    body: proof,
    answer: messageAnswer,
    errors: [401, 404, 409, 422, 429],
  }),
  turnOff: endpoint({
    method: 'POST',
    path: '/two-factor/off',
    summary: 'Turn two-factor off: the app, every passkey and the recovery codes are removed',
    access: 'user',
    body: proof,
    answer: messageAnswer,
    errors: [401, 409, 422, 429],
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/two-factor/recovery-codes',
    summary: 'Ten new recovery codes, shown once; the old ones end',
    access: 'user',
    body: proof,
    answer: z.object({ message: z.string(), data: z.object({ recoveryCodes: z.array(z.string()) }) }),
    success: 201,
    errors: [401, 409, 422, 429],
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/two-factor/passkeys/options',
    summary: 'What the browser needs to make a passkey; good for five minutes',
    access: 'user',
    isForSetUp: true,
    body: proof,
    answer: z.object({ data: registrationOptions }),
    errors: [401, 422, 429],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/two-factor/passkeys',
    summary: 'Add the passkey that the browser has made',
    access: 'user',
    isForSetUp: true,
    body: z.object({ name, registration }),
    answer: withCodes,
    success: 201,
    errors: [401, 409, 422],
  }),
  passkeyProof: endpoint({
    method: 'POST',
    path: '/two-factor/passkeys/proof',
    summary:
      'What the browser needs to prove the owner of the session with a passkey; good for one try in five minutes',
    access: 'user',
    answer: z.object({ data: assertionOptions }),
    errors: [401, 422],
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/two-factor/passkeys/{id}',
    summary: 'Give a passkey another name',
    access: 'user',
    params: id,
    body: z.object({ name }),
    answer: messageAnswer,
    errors: [401, 404, 422],
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/two-factor/passkeys/{id}/remove',
    summary: 'Remove a passkey; with nothing else left, two-factor is off',
    access: 'user',
    params: id,
    body: proof,
    answer: messageAnswer,
    errors: [401, 404, 409, 422, 429],
  }),
  prove: endpoint({
    method: 'POST',
    path: '/auth/prove',
    summary:
      'Prove that the caller is the owner of the session, which then counts as freshly proven for five minutes. Some calls ' +
      'of administrators need that, and answer 403 with the code `proof-needed` without it',
    access: 'user',
    body: proof,
    answer: messageAnswer,
    errors: [401, 422, 429],
  }),
  secondStepPasskey: endpoint({
    method: 'POST',
    path: '/auth/second-factor/passkey',
    summary: 'What the browser needs to sign the second step of a sign-in with a passkey',
    access: 'public',
    body: z.object({ challenge }),
    answer: z.object({ data: assertionOptions }),
    errors: [401, 422],
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Finish a sign-in; 422 for a wrong code, 401 where the password must be typed again',
    access: 'public',
    takesDevice: true,
    body: z.object({
      challenge,
      method: z.enum(SECOND_FACTORS),
      /** For `totp` and `recovery`. */
      code: z._default(text(40), ''),
      /** For `passkey`. */
      assertion: z.optional(assertion),
    }),
    answer: z.object({
      message: z.string(),
      data: z.object({
        token: z.string(),
        isVerified: z.boolean(),
        isAdmin: z.boolean(),
        role: z.optional(z.enum(STAFF_ROLES)),
      }),
    }),
    errors: [401, 422, 429],
  }),
} as const;
