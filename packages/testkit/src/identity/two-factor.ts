import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  endpoints,
  type PasskeyAssertion,
  type PasskeyRegistration,
  type SecondStep,
  type TwoFactor,
} from '@kobogate/contract';
import { lostFactorRoutes } from '@kobogate/server/src/identity/factor-resets/routes.ts';
import { createAdmission, createFactorCheck } from '@kobogate/server/src/identity/two-factor/admit.ts';
import type { TwoFactorDependencies } from '@kobogate/server/src/identity/two-factor/dependencies.ts';
import { openSecondStep } from '@kobogate/server/src/identity/two-factor/finish-second-step.ts';
import { createSecondFactorProof } from '@kobogate/server/src/identity/two-factor/prove-owner.ts';
import { twoFactorRoutes } from '@kobogate/server/src/identity/two-factor/routes.ts';
import type { Route } from '@kobogate/server/src/platform/route.ts';
import { createSecretBox } from '@kobogate/server/src/platform/secret-box.ts';
import { encode } from 'cborg';
import { Secret, TOTP } from 'otpauth';
import {
  type Answer,
  createTestAccounts,
  ORIGIN,
  PASSWORD,
  type TestAccounts,
  type TestDependencies,
} from './accounts.ts';

/** The accounts' test set-up with two-factor in it, and with other routes where they are asked for. */
export const createTestTwoFactor = (
  adminSecondFactor: 'required' | 'optional' = 'optional',
  more: (
    dependencies: TestDependencies & Pick<TwoFactorDependencies, 'secretBox' | 'adminSecondFactor'>,
  ) => readonly Route[] = () => [],
): Promise<TestAccounts> => {
  const secretBox = createSecretBox(randomBytes(32));
  return createTestAccounts((dependencies) => {
    const twoFactor = { ...dependencies, secretBox, adminSecondFactor };
    return {
      openSecondStep,
      proveSecondFactor: createSecondFactorProof(twoFactor),
      lacksFactor: createFactorCheck(twoFactor),
      admit: createAdmission(twoFactor),
      routes: [...twoFactorRoutes(twoFactor), ...lostFactorRoutes(twoFactor), ...more(twoFactor)],
    };
  });
};

/** The code that an authenticator app with this secret shows at a moment. */
export const appCode = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

/** The recovery codes in an answer. */
export const codesIn = ({ body }: Answer): string[] =>
  endpoints.twoFactor.confirmTotp.answer.parse(body).data.recoveryCodes ?? [];

/** How two-factor is set up, as its owner sees it. */
export async function stateOf(accounts: TestAccounts, token: string): Promise<TwoFactor> {
  const { body } = await accounts.call('GET', '/two-factor', undefined, { token });
  return endpoints.twoFactor.get.answer.parse(body).data;
}

/**
 * Signs in with the right password and answers the second step that opens. Throws where none does, or a token comes.
 */
export async function openStep(accounts: TestAccounts, email: string, password = PASSWORD): Promise<SecondStep> {
  const { body } = await accounts.call('POST', '/auth/login', { email, password });
  const { token, secondFactor } = endpoints.accounts.login.answer.parse(body).data;
  if (token !== undefined || secondFactor === undefined) throw new Error('the password alone was enough');
  return secondFactor;
}

export interface WithApp {
  readonly token: string;
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Signs a user up and sets up an app; moves the clock on, so that the next code is a fresh one. */
export async function signUpWithApp(accounts: TestAccounts, email: string): Promise<WithApp> {
  const token = await accounts.signUp(email);
  const enrolled = await accounts.call('POST', '/two-factor/totp', { password: PASSWORD }, { token });
  const secret = String(enrolled.body.data?.['secret']);
  const code = appCode(secret, accounts.clock.now());
  const confirmed = await accounts.call('POST', '/two-factor/totp/confirm', { code }, { token });
  accounts.clock.advance(60_000);
  return { token, secret, recoveryCodes: codesIn(confirmed) };
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();

/** A security key in software: one P-256 key pair, with a counter, and each part that a test may want to get wrong. */
export function createAuthenticator({ origin = ORIGIN, counts = true } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const key = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };
  let counter = 0;
  const head = (rpId: string, flags: number): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count]);
  };
  const clientData = (type: string, challenge: string, at = origin): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  return {
    /** What the browser answers to registration options. */
    register: (options: { challenge: string; rp: { id: string } }): PasskeyRegistration => {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      // Flags: user present, attested credential data.
      const about = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, encode(cose)]);
      const authData = Buffer.concat([head(options.rp.id, 0x41), about]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...key,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge).toString('base64url'),
          attestationObject: Buffer.from(encode(attestation)).toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    /** What the browser answers to assertion options on the page of an origin. */
    sign: (options: { challenge: string; rpId: string }, at = origin): PasskeyAssertion => {
      if (counts) counter += 1;
      const authenticatorData = head(options.rpId, 0x01);
      const client = clientData('webauthn.get', options.challenge, at);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey);
      return {
        ...key,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
    /** Acts as a copy of the key that was made before its last uses. */
    setCounter: (value: number) => {
      counter = value;
    },
  };
}
