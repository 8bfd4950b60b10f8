import { endpoints, type SecondFactorProof, type TwoFactor } from '@kobogate/contract';
import { callOrThrow } from './client.ts';

/**
 * The proof from a `SecondFactorField`: the typed code, or a passkey's signature where none was typed and the
 * account has one. Throws the server's or the browser's refusal; `passkeyProblem` has the words.
 */
export async function completeProof(code: string, twoFactor: TwoFactor | undefined): Promise<SecondFactorProof> {
  if (code.trim() !== '' || twoFactor === undefined || twoFactor.passkeys.length === 0) return { code };
  const { data: optionsJSON } = await callOrThrow(endpoints.twoFactor.passkeyProof);
  // Loaded when it is needed: most users have no passkey.
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
  return { code: '', assertion: { id, rawId, type, response } };
}
