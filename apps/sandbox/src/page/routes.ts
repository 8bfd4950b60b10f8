import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  AccountInput,
  BehaviourInput,
  MineInput,
  PayInput,
  pricesIn,
  RateInput,
  read,
  ReorgInput,
  SourceModeInput,
} from '../control/input.ts';
import { requireChain } from '../control/routes.ts';
import { messageOf, Refusal } from '../platform/refusal.ts';
import type { World } from '../world.ts';
import type { Html } from './html.ts';
import { html } from './html.ts';
import { bankSection, chainSection, mailSection, rateSection, transferSection } from './sections.ts';
import { STYLE } from './style.ts';

const Note = z.object({ done: z.string().optional(), failed: z.string().optional() });
const OnNetwork = z.object({ network: z.string() });

async function page(world: World, note: z.infer<typeof Note>): Promise<Html> {
  const chains = await Promise.all([...world.chains.values()].map((chain) => chain.describe()));
  const said = note.failed ?? note.done;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Kobogate sandbox</title>
        <link rel="icon" href="data:," />
        ${STYLE}
      </head>
      <body>
        <div class="banner">Sandbox: play money on private chains. Nothing here is worth anything.</div>
        <header>
          <h1>The outside world, on this machine</h1>
          <p class="soft">Mail, chains, a bank and a price source, as the product sees them.</p>
          <nav aria-label="Sections">
            <a href="/">Refresh</a><a href="#mail">Mail</a><a href="#chains">Chains</a><a href="#banks">Banks</a
            ><a href="#transfers">Transfers</a><a href="#rates">Rates</a>
          </nav>
          ${said === undefined ? '' : html`<p role="status" class="note ${note.failed === undefined ? '' : 'bad'}">${said}</p>`}
        </header>
        <main>
          ${mailSection(world)} ${bankSection(world)} ${chainSection(chains)} ${transferSection(world)}
          ${rateSection(world)}
        </main>
      </body>
    </html>`;
}

const ACTIONS: Readonly<Record<string, (world: World, body: unknown) => Promise<string>>> = {
  pay: async (world, body) => {
    const { asset, to, amount } = read(PayInput, body);
    const { network } = read(OnNetwork, body);
    const { txid } = await requireChain(world, network).pay(asset, to, amount.trim());
    return `Sent ${amount} ${asset} on ${network}: ${txid}`;
  },
  mine: async (world, body) => {
    const { network } = read(OnNetwork, body);
    const { height } = await requireChain(world, network).mine(read(MineInput, body).blocks);
    return `${network} is at block ${height}.`;
  },
  reorg: async (world, body) => {
    const { network } = read(OnNetwork, body);
    const { depth } = read(ReorgInput, body);
    const { height } = await requireChain(world, network).reorg(depth, [], []);
    return `The last ${depth} blocks of ${network} were replaced; it is at block ${height}.`;
  },
  account: async (world, body) => {
    const account = read(AccountInput, body);
    world.banks.tellOfAccount(account);
    return `The bank knows ${account.accountNumber} as ${account.accountName} now.`;
  },
  behaviour: async (world, body) => {
    const { provider, next, times } = read(BehaviourInput, body);
    world.behaviours.set(provider, next, times);
    return `Next at ${provider}, ${times} times: ${next}.`;
  },
  rate: async (world, body) => {
    const { asset, source, ...price } = read(RateInput, body);
    world.prices.set(asset, pricesIn(price), source);
    return `One ${asset} is ${price.ngn ?? price.usd} now.`;
  },
  source: async (world, body) => {
    const { source, mode } = read(SourceModeInput, body);
    world.prices.behave(source, mode);
    return `The rate source ${source} is ${mode} now.`;
  },
};

// A page of another site may post a form here from the operator's browser; its origin reveals it.
function isFromElsewhere(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  return origin !== undefined && origin !== `http://${host ?? ''}`;
}

/** The sandbox's own page and the forms on it. Everything on it is escaped text; it holds no script. */
export function pageRoutes(app: FastifyInstance, world: () => World): void {
  app.get('/', async (request, reply) => {
    const body = await page(world(), Note.catch({}).parse(request.query));
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'",
      )
      .send(body.markup);
  });
  app.post<{ Params: { action: string } }>('/page/:action', async (request, reply) => {
    const { action } = request.params;
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (act === undefined || isFromElsewhere(request)) throw new Refusal('This page has no such form.');
    const note = await act(world(), request.body).then(
      (done) => ({ done }),
      (error: unknown) => ({ failed: messageOf(error) }),
    );
    return reply.redirect(`/?${new URLSearchParams(note).toString()}`, 303);
  });
}
