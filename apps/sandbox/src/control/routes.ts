import type { FastifyInstance } from 'fastify';
import { describeTransfer } from '../banks/bank-world.ts';
import type { Chain } from '../chains/chain.ts';
import type { EvmChain } from '../chains/evm/evm-chain.ts';
import { environmentOf } from '../environment.ts';
import { Refusal } from '../platform/refusal.ts';
import { MannersInput } from '../providers/manners.ts';
import type { World } from '../world.ts';
import {
  AccountInput,
  ArriveInput,
  BalanceInput,
  BehaviourInput,
  CallInput,
  DeployInput,
  MailInput,
  MineInput,
  OpenIdInput,
  PayInput,
  PayOddlyInput,
  pricesIn,
  RateInput,
  read,
  ReorgInput,
  ReplaceInput,
  RotateInput,
  SourceModeInput,
  StatementInput,
  TextInput,
} from './input.ts';

type OnChain = { Params: { network: string } };

/** The chain of a network. Throws a `Refusal` that lists them. */
export function requireChain(world: World, network: string): Chain {
  return requireIn(world.chains, network, 'chain');
}

function requireEvmChain(world: World, network: string): EvmChain {
  return requireIn(world.evmChains, network, 'EVM chain');
}

function requireIn<Kind>(chains: ReadonlyMap<string, Kind>, network: string, kind: string): Kind {
  const chain = chains.get(network);
  if (chain !== undefined) return chain;
  throw new Refusal(`There is no ${kind} ${network}. Choose one of ${[...chains.keys()].join(', ')}.`);
}

/** The control calls; README.md shows each. `world` and `base` are used only once everything runs. */
export function controlRoutes(app: FastifyInstance, world: () => World, base: () => string): void {
  app.get('/control/environment', () => environmentOf(world(), base()));
  app.get('/control/mail', (request) => world().mailbox.list(read(MailInput, request.query).to));
  app.get('/control/sms', (request) => world().phones.list(read(MailInput, request.query).to));
  app.post('/control/sms/behaviour', (request) => {
    const { next } = read(TextInput, request.body);
    world().phones.set(next);
    return { next };
  });
  app.post('/control/sign-in/behaviour', (request) => {
    const behaviour = read(OpenIdInput, request.body);
    world().openIds[behaviour.provider].behave(behaviour.next);
    return behaviour;
  });
  app.post('/control/sign-in/rotate', (request) => {
    const rotated = read(RotateInput, request.body);
    world().openIds[rotated.provider].rotate();
    return rotated;
  });
  chainRoutes(app, world);
  app.get('/control/banks/accounts', () => world().banks.accounts());
  app.post('/control/banks/accounts', (request) => {
    const account = read(AccountInput, request.body);
    world().banks.tellOfAccount(account);
    return account;
  });
  app.get('/control/banks/transfers', () => world().banks.transfers().map(describeTransfer));
  app.post('/control/banks/behaviour', (request) => {
    const behaviour = read(BehaviourInput, request.body);
    world().behaviours.set(behaviour.provider, behaviour.next, behaviour.times);
    return behaviour;
  });
  app.post('/control/banks/statement', (request) => {
    const line = read(StatementInput, request.body);
    world().statements.set(line.provider, line.reference, line.fault);
    return line;
  });
  app.get('/control/rates', () => world().prices.list());
  app.post('/control/rates', (request) => {
    const rate = read(RateInput, request.body);
    world().prices.set(rate.asset, pricesIn(rate), rate.source);
    return rate;
  });
  app.post('/control/rates/source', (request) => {
    const { source, mode } = read(SourceModeInput, request.body);
    world().prices.behave(source, mode);
    return { source, mode };
  });
}

function chainRoutes(app: FastifyInstance, world: () => World): void {
  app.get('/control/chains', async () => {
    const views = await Promise.all([...world().chains.values()].map((chain) => chain.describe()));
    return views.map((view) => Object.assign(view, { providers: world().providers.urls(view.network) }));
  });
  app.post<OnChain>('/control/chains/:network/provider', (request) => {
    const { network } = requireChain(world(), request.params.network);
    return world().providers.behave(network, read(MannersInput, request.body));
  });
  app.get<OnChain>('/control/chains/:network/balance', (request) => {
    const { address, asset } = read(BalanceInput, request.query);
    return requireChain(world(), request.params.network).balance(address, asset);
  });
  app.post<OnChain>('/control/chains/:network/pay', (request) => {
    const { asset, to, amount } = read(PayInput, request.body);
    return requireChain(world(), request.params.network).pay(asset, to, amount);
  });
  app.post<OnChain>('/control/chains/:network/mine', (request) => {
    const { blocks, seconds } = read(MineInput, request.body);
    return requireChain(world(), request.params.network).mine(blocks, seconds);
  });
  app.post<OnChain>('/control/chains/:network/reorg', (request) => {
    const { depth, drop, move } = read(ReorgInput, request.body);
    return requireChain(world(), request.params.network).reorg(depth, drop, move);
  });
  app.post<OnChain>('/control/chains/:network/replace', (request) => {
    const { txid, to, amount } = read(ReplaceInput, request.body);
    return requireIn(world().bitcoinChains, request.params.network, 'Bitcoin chain').replace(txid, to, amount);
  });
  app.post<OnChain>('/control/chains/:network/pay-oddly', (request) => {
    const { to, amount, ...oddity } = read(PayOddlyInput, request.body);
    return requireIn(world().cardanoChains, request.params.network, 'Cardano chain').payOddly(to, amount, oddity);
  });
  app.post<OnChain>('/control/chains/:network/arrive', (request) => {
    const { to, amount } = read(ArriveInput, request.body);
    return requireIn(world().polkadotChains, request.params.network, 'Polkadot chain').arrive(to, amount);
  });
  app.post<OnChain>('/control/chains/:network/deploy', (request) => {
    const { contract, args } = read(DeployInput, request.body);
    return requireEvmChain(world(), request.params.network).deploy(contract, args);
  });
  app.post<OnChain>('/control/chains/:network/call', (request) => {
    return requireEvmChain(world(), request.params.network).call(read(CallInput, request.body));
  });
}
