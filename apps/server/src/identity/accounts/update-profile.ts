import type { Gender } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Caller } from '../../platform/route.ts';
import { type Account, type Profile, refuseProfile } from './account.ts';
import { PROFILE_FIELDS, recordAccountChange, saveProfile } from './db.ts';
import { lockSignedIn } from '../sessions/still-signed-in.ts';

/**
 * Changes names, phone and gender of the caller's own account; missing fields stay, and nothing else can change. Throws
 * 422 with the profile form's own sentence for the first broken rule, 401 for a session that has ended.
 */
export function updateProfile(
  { database, clock }: { database: Database; clock: Clock },
  input: {
    caller: Caller;
    firstName?: string | undefined;
    lastName?: string | undefined;
    phone?: string | undefined;
    gender?: Gender | undefined;
  },
): Promise<Account> {
  return database.transaction(async (tx) => {
    const now = clock.now();
    const account = await lockSignedIn(tx, input.caller, now);
    const profile: Profile = {
      firstName: input.firstName ?? account.firstName,
      lastName: input.lastName ?? account.lastName,
      phone: input.phone ?? account.phone,
      gender: input.gender ?? account.gender,
    };
    const refusal = refuseProfile(account, profile);
    if (refusal !== null) throw refusal;
    const changed = { ...account, ...profile };
    await saveProfile(tx, changed);
    const fields = PROFILE_FIELDS.filter((field) => changed[field] !== account[field]);
    await recordAccountChange(tx, { userId: account.id, change: 'profile', fields, now });
    return changed;
  });
}
