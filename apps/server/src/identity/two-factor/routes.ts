import { endpoints, TEXTS } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { presentRole } from '../accounts/account.ts';
import { addPasskey, beginPasskey } from './add-passkey.ts';
import { askPasskey } from './ask-passkey.ts';
import { findFactors, listPasskeys } from './db.ts';
import { finishSecondStep } from './finish-second-step.ts';
import { removePasskey, removeTotp, renamePasskey, turnOff } from './remove-factor.ts';
import type { TwoFactorDependencies } from './dependencies.ts';
import { confirmTotp, enrolTotp } from './enrol-totp.ts';
import { renewRecoveryCodes } from './give-recovery-codes.ts';
import { askForProof } from './prove-by-passkey.ts';
import { proveSession } from './prove-owner.ts';
import { isOn, presentPasskey } from './two-factor.ts';

const { twoFactor } = endpoints;

/** The second step of signing in, and how it is set up. */
export function twoFactorRoutes(dependencies: TwoFactorDependencies): Route[] {
  const { database } = dependencies;
  return [
    route(twoFactor.get, async ({ caller }) => {
      const factors = await findFactors(database, caller.userId);
      return {
        data: {
          isOn: isOn(factors),
          ...(caller.role !== null && dependencies.adminSecondFactor === 'required' ? { isRequired: true } : {}),
          totpSince: factors.totpSince?.toISOString() ?? null,
          passkeys: (await listPasskeys(database, caller.userId)).map(presentPasskey),
          recoveryCodesLeft: factors.recoveryCodesLeft,
        },
      };
    }),
    route(twoFactor.enrolTotp, async ({ caller, body }) => ({
      data: await enrolTotp(dependencies, caller, body),
    })),
    route(twoFactor.confirmTotp, async ({ caller, body }) => {
      const recoveryCodes = await confirmTotp(dependencies, caller, body.code);
      return { message: 'Your authenticator app is set up.', data: { recoveryCodes } };
    }),
    route(twoFactor.removeTotp, async ({ caller, body }) => {
      await removeTotp(dependencies, caller, body);
      return { message: 'The authenticator app is removed.' };
    }),
    route(twoFactor.turnOff, async ({ caller, body }) => {
      await turnOff(dependencies, caller, body);
      return { message: 'Two-factor is off.' };
    }),
    route(twoFactor.renewRecoveryCodes, async ({ caller, body }) => {
      const recoveryCodes = await renewRecoveryCodes(dependencies, caller, body);
      return { message: 'You have ten new recovery codes. The old ones have ended.', data: { recoveryCodes } };
    }),
    route(twoFactor.passkeyOptions, async ({ caller, body }) => ({
      data: await beginPasskey(dependencies, caller, body),
    })),
    route(twoFactor.addPasskey, async ({ caller, body }) => {
      const recoveryCodes = await addPasskey(dependencies, caller, body);
      return { message: 'Your passkey is added.', data: { recoveryCodes } };
    }),
    route(twoFactor.prove, async ({ caller, body }) => {
      await proveSession(dependencies, caller, body);
      return { message: 'Thank you. It is you.' };
    }),
    route(twoFactor.passkeyProof, async ({ caller }) => ({ data: await askForProof(dependencies, caller.userId) })),
    route(twoFactor.renamePasskey, async ({ caller, params, body }) => {
      await renamePasskey(dependencies, { userId: caller.userId, id: params.id, name: body.name });
      return { message: 'The passkey has its new name.' };
    }),
    route(twoFactor.removePasskey, async ({ caller, params, body }) => {
      await removePasskey(dependencies, caller, { id: params.id, proof: body });
      return { message: 'The passkey is removed.' };
    }),
    route(twoFactor.secondStepPasskey, async ({ body }) => ({ data: await askPasskey(dependencies, body) })),
    route(twoFactor.secondStep, async ({ body, address, userAgent, device }) => {
      const { token, role } = await finishSecondStep(dependencies, {
        ...body,
        visitor: { address, userAgent, device },
      });
      return { message: TEXTS.loginSuccess, data: { token, isVerified: true, ...presentRole(role) } };
    }),
  ];
}
