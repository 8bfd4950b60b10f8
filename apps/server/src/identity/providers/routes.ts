import { endpoints, PROVIDER_NAMES, SAID, TEXTS } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { presentRole } from '../accounts/account.ts';
import { describeSignedOut } from '../accounts/mails.ts';
import { beginSignIn } from './begin-sign-in.ts';
import type { ProviderDependencies } from './dependencies.ts';
import { finishSignIn } from './finish-sign-in.ts';
import { joinByProvider } from './join.ts';
import { linkProvider, listWays, unlinkProvider } from './link.ts';

const { signInProviders } = endpoints;

/** Signing in by Google and Apple, and which of them an account is linked to. */
export function providerRoutes(dependencies: ProviderDependencies): Route[] {
  return [
    route(signInProviders.begin, async ({ body, address, userAgent, device }) => ({
      data: await beginSignIn(dependencies, { ...body, visitor: { address, userAgent, device } }),
    })),
    route(signInProviders.finish, async ({ body, address, userAgent, device }) => {
      const outcome = await finishSignIn(dependencies, { ...body, visitor: { address, userAgent, device } });
      if (outcome.kind === 'named') {
        return {
          message: 'This person is named, and not signed in.',
          data: { isVerified: true, isAdmin: false, named: outcome.named },
        };
      }
      const data = { isVerified: true, ...presentRole(outcome.role) };
      if (outcome.kind === 'second-step') {
        return {
          message: 'One more step: please prove that it is you.',
          data: { ...data, secondFactor: outcome.secondStep },
        };
      }
      return { message: TEXTS.loginSuccess, data: { ...data, token: outcome.token } };
    }),
    route(signInProviders.join, async ({ body, address, userAgent, device }) => {
      const { first_name: firstName, last_name: lastName, ticket, phone } = body;
      const visitor = { address, userAgent, device };
      const joined = await joinByProvider(dependencies, { ticket, firstName, lastName, phone, visitor });
      if (joined === 'code-sent') return { message: SAID['signed-up'], data: { isVerified: false, isAdmin: false } };
      const { token, role } = joined;
      return { message: 'Your account is created.', data: { token, isVerified: true, ...presentRole(role) } };
    }),
    route(signInProviders.list, async ({ caller }) => ({ data: await listWays(dependencies, caller) })),
    route(signInProviders.link, async ({ caller, body: { ticket, ...proof } }) => {
      const provider = await linkProvider(dependencies, { caller, ticket, proof });
      return { message: `${PROVIDER_NAMES[provider]} is linked to your account.` };
    }),
    route(signInProviders.unlink, async ({ caller, body: { provider, ...proof } }) => {
      const ended = await unlinkProvider(dependencies, { caller, provider, proof });
      const signedOut = ended === 0 ? '' : `, and ${describeSignedOut(ended)}`;
      return { message: `${PROVIDER_NAMES[provider]} is unlinked${signedOut}.` };
    }),
  ];
}
