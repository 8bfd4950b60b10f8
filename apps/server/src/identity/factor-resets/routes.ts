import { endpoints } from '@kobogate/contract';
import { type Route, route } from '../../platform/route.ts';
import { askReset, type ResetDependencies, viewLost } from './ask-reset.ts';
import { findOpenReset } from './db.ts';
import { presentReset } from './factor-reset.ts';
import { decideReset } from './decide-reset.ts';
import { stopByLink, stopOwnReset } from './stop-reset.ts';

const { adminUsers, lostFactor } = endpoints;
const STOPPED = 'The request is stopped. Your second step stays as it is.';

/** The way back into an account whose second factor is lost, for its owner. */
export function lostFactorRoutes(dependencies: ResetDependencies): Route[] {
  return [
    route(lostFactor.view, async ({ body, address, userAgent, device }) => ({
      data: await viewLost(dependencies, { ...body, visitor: { address, userAgent, device } }),
    })),
    route(lostFactor.ask, async ({ body, address, userAgent, device }) => ({
      message: 'We have your request. A mail says how it can be stopped.',
      data: await askReset(dependencies, { ...body, visitor: { address, userAgent, device } }),
    })),
    route(lostFactor.stop, async ({ body, address }) => {
      await stopByLink(dependencies, { ...body, address });
      return { message: STOPPED };
    }),
    route(lostFactor.own, async ({ caller }) => {
      const open = await findOpenReset(dependencies.database, caller.userId);
      return { data: open === null ? null : presentReset(open) };
    }),
    route(lostFactor.stopOwn, async ({ caller }) => {
      await stopOwnReset(dependencies, caller);
      return { message: STOPPED };
    }),
  ];
}

/** What administrators decide about it. */
export function resetDecisionRoutes(dependencies: ResetDependencies): Route[] {
  return [
    route(adminUsers.decideReset, async ({ caller, params, body }) => ({
      message: await decideReset(dependencies, { caller, userId: params.id, ...body }),
    })),
  ];
}
