import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { PasswordHasher } from '../accounts/password-hash.ts';
import type { OpenSecondStep } from '../accounts/second-step.ts';
import type { ProveOwner } from '../sessions/still-signed-in.ts';
import type { OpenIdProvider } from './provider.ts';
import type { Seals } from './sealed.ts';

/** What the use cases of sign-ins by providers need. */
export interface ProviderDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly hasher: PasswordHasher;
  readonly openSecondStep: OpenSecondStep;
  readonly proveOwner: ProveOwner;
  readonly publicOrigin: string;
  readonly seals: Seals;
  /** The connected ones. */
  readonly providers: readonly OpenIdProvider[];
}
