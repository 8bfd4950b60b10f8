import { endpoints } from '@kobogate/contract';
import { notFound } from '../../platform/errors.ts';
import { isId } from '../../platform/identifiers.ts';
import { type Route, route } from '../../platform/route.ts';
import { type AskDependencies, askTreasury } from './tasks/ask-treasury.ts';
import { discardPlan } from './discard-plan.ts';
import { handIn } from './hand-in.ts';
import { sendAgain } from './send-waiting.ts';
import { createTreasuryView } from './view-treasury.ts';

const { treasury } = endpoints;

/** The operator's plans, for administrators: had made, fetched for the offline key tool, handed in signed, followed. */
export function planRoutes(dependencies: AskDependencies): Route[] {
  const view = createTreasuryView(dependencies);
  return [
    route(treasury.read, async () => ({ data: await view.read() })),
    route(treasury.plan, async ({ params }) => ({ data: await view.plan(params.id) })),
    route(treasury.file, async ({ query }) => ({ data: await view.file(query.plan) })),
    route(treasury.ask, async ({ caller, body }) => {
      await askTreasury(dependencies, { ...body, adminId: caller.userId });
      return { message: 'Asked. What comes of it appears here.' };
    }),
    route(treasury.handIn, async ({ caller, body }) => ({
      message: await handIn(dependencies, { text: Buffer.from(body).toString('utf8'), adminId: caller.userId }),
    })),
    route(treasury.sendAgain, async ({ params: { id } }) => {
      if (!isId(id)) throw notFound('There is no such plan.');
      return { message: await sendAgain(dependencies, id) };
    }),
    route(treasury.discard, async ({ caller, params: { id } }) => {
      if (!isId(id)) throw notFound('There is no such plan.');
      await discardPlan(dependencies, { planId: id, by: caller.userId });
      return { message: 'Discarded. Its coins go into the next plan.' };
    }),
  ];
}
