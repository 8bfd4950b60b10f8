import type { PasskeyAssertion, UserId } from '@kobogate/contract';
import type { Transaction } from '../../platform/database.ts';
import { lockPasskey, recordPasskeyUse } from './db.ts';
import { checkAssertion, siteOf } from './webauthn.ts';

/** Whether one of the account's own passkeys has signed the challenge for this site; records its use if so. */
export async function acceptPasskey(
  tx: Transaction,
  publicOrigin: string,
  { userId, assertion, challenge, now }: { userId: UserId; assertion: PasskeyAssertion; challenge: string; now: Date },
): Promise<boolean> {
  const key = await lockPasskey(tx, userId, assertion.id);
  if (key === null) return false;
  const counter = await checkAssertion(siteOf(publicOrigin), assertion, challenge, key);
  if (counter === null) return false;
  await recordPasskeyUse(tx, key.credentialId, { counter, now });
  return true;
}
