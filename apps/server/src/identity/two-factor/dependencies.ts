import type { UserId } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { PasswordHasher } from '../accounts/password-hash.ts';

/** What the two-factor use cases need. */
export interface TwoFactorDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly secretBox: SecretBox;
  readonly publicOrigin: string;
  /** Whether administrators must have a second factor: the operator's `ADMIN_SECOND_FACTOR`. */
  readonly adminSecondFactor: 'required' | 'optional';
}

/** The account whose second factor is checked. */
export interface Owner {
  readonly id: UserId;
  readonly email: string;
}
