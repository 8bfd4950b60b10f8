import type { OperatorSettings } from '../controls/index.ts';
import type { Base } from '../platform/base.ts';
import type { HttpOptions } from '../platform/http.ts';
import type { Caller } from '../platform/route.ts';
import type { SecretBox } from '../platform/secret-box.ts';
import { createAuthenticator } from './sessions/authenticate.ts';
import { handOverSession } from './sessions/hand-over-session.ts';
import { announceAdmin, ensureAdmin } from './accounts/ensure-admin.ts';
import { forgetOld, forgetUnsent } from './accounts/forget-old.ts';
import { accountHandlers } from './accounts/handlers.ts';
import type { Mailer } from './accounts/mailer.ts';
import type { PasswordHasher } from './accounts/password-hash.ts';
import { accountRoutes } from './accounts/routes.ts';
import { createSignedMailer } from './accounts/signed-mailer.ts';
import { countKeyCall, createKeyAuthenticator, isApiKey } from './api-keys/authenticate-key.ts';
import { pauseKeys } from './api-keys/db.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { carryOutResets } from './factor-resets/carry-out-resets.ts';
import { lostFactorRoutes, resetDecisionRoutes } from './factor-resets/routes.ts';
import type { OpenIdProvider } from './providers/provider.ts';
import { providerRoutes } from './providers/routes.ts';
import { createSeals } from './providers/sealed.ts';
import { invitationRoutes } from './team/routes.ts';
import { createAdmission, createFactorCheck } from './two-factor/admit.ts';
import type { TwoFactorDependencies } from './two-factor/dependencies.ts';
import { openSecondStep } from './two-factor/finish-second-step.ts';
import { createFullProof, createSecondFactorProof } from './two-factor/prove-owner.ts';
import { twoFactorRoutes } from './two-factor/routes.ts';

/** What the identity room needs. */
interface IdentityNeeds extends Base {
  readonly secretBox: SecretBox;
  readonly settings: OperatorSettings;
  readonly mailer: Mailer;
  /** The connected ones. */
  readonly signInProviders: readonly OpenIdProvider[];
  readonly hasher: PasswordHasher;
  readonly configuration: {
    readonly publicOrigin: string;
    readonly adminSecondFactor: TwoFactorDependencies['adminSecondFactor'];
    /** The first administrator. */
    readonly adminEmail: string | undefined;
    readonly adminPassword: string | undefined;
  };
}

/** Accounts, the second factor and API keys. */
export function createIdentity(needs: IdentityNeeds) {
  const { database, clock, log, secretBox, settings, hasher, signInProviders: providers } = needs;
  const { publicOrigin, adminSecondFactor, adminEmail: email, adminPassword: password } = needs.configuration;
  const mailer = createSignedMailer({ mailer: needs.mailer, settings });
  const twoFactor = { database, clock, hasher, secretBox, publicOrigin, adminSecondFactor };
  const proveOwner = createFullProof(twoFactor);
  const ownWords = async () => {
    const { brand } = await settings.current();
    return [brand.name, brand.supportEmail];
  };
  const authenticateSession = createAuthenticator({ database, clock });
  const authenticateKey = createKeyAuthenticator({ database, clock });
  const authenticate: HttpOptions['authenticate'] = async (token, call) =>
    isApiKey(token) ? authenticateKey(token) : ((await authenticateSession(token, call))?.caller ?? null);
  return {
    routes: [
      ...accountRoutes({
        database,
        clock,
        hasher,
        publicOrigin,
        openSecondStep,
        pauseKeys,
        proveSecondFactor: createSecondFactorProof(twoFactor),
        lacksFactor: createFactorCheck(twoFactor),
        ownWords,
      }),
      ...twoFactorRoutes(twoFactor),
      ...lostFactorRoutes(twoFactor),
      ...resetDecisionRoutes(twoFactor),
      ...invitationRoutes({ database, clock, hasher, ownWords, proveOwner, publicOrigin }),
      ...providerRoutes({
        database,
        clock,
        log,
        hasher,
        openSecondStep,
        proveOwner,
        publicOrigin,
        seals: createSeals(secretBox),
        providers,
      }),
      ...apiKeyRoutes({ database, clock, publicOrigin, proveOwner }),
    ],
    handlers: [accountHandlers({ database, clock, mailer, log, publicOrigin })] as const,
    timers: [
      { name: 'forget-old', everySeconds: 3600, run: () => forgetOld({ database, clock }) },
      { name: 'carry-out-factor-resets', everySeconds: 60, run: () => carryOutResets(twoFactor) },
    ],
    queries: {
      authenticate,
      admit: createAdmission(twoFactor),
      countKeyCall: (caller: Caller) => countKeyCall({ database, clock }, caller),
      proveOwner,
      /** Which providers people may sign in by. */
      signInProviders: providers.map(({ id }) => id),
      /** Replaces the token that was issued to a page drawn by the server; null where it is dead or too old. */
      handOver: (token: string) => handOverSession({ database, clock }, token),
    },
    /** Creates the first administrator where there is none; before dead events are tried again, old messages go. */
    start: async () => {
      await forgetUnsent({ database, clock });
      if (email !== undefined)
        announceAdmin(await ensureAdmin({ database, clock, hasher }, { email, password }), email, log);
    },
  };
}
