import { TEXTS } from '@kobogate/contract';
import { messageFor } from './client.ts';
import { passkeyRefusal } from './passkey-refusal.ts';

/** The sentence for users of any passkey error, in the browser or on the server. */
export function passkeyProblem(failure: unknown, fallback: string = TEXTS.requestError): string {
  return passkeyRefusal(failure) ?? messageFor(failure, fallback);
}
