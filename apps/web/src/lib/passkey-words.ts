import { TEXTS } from '@kobogate/contract';
import { messageFor } from './client.ts';
import { passkeyRefusal } from './passkey-refusal.ts';

/** The sentence for people of whatever went wrong with a passkey, in the browser or on the server. */
export function passkeyProblem(failure: unknown, fallback: string = TEXTS.requestError): string {
  return passkeyRefusal(failure) ?? messageFor(failure, fallback);
}
