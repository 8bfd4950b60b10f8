import { join } from 'node:path';
import { z } from 'zod';
import type { Chain } from '../chains/chain.ts';
import { readJson, writeWhole } from '../platform/files.ts';
import { freePort } from '../platform/ports.ts';
import { Refusal } from '../platform/refusal.ts';
import { type Manners, type MannersInput, OF_EVM, OF_TRACES } from './manners.ts';
import { type Provider, startProvider } from './provider.ts';

/** The providers of each network, the first of which the product is handed. */
export interface Providers {
  /** The variables of a chain, its address being the first provider's. */
  environment(chain: Chain): Record<string, string>;
  urls(network: string): readonly string[];
  /** Behaves as the input says. Throws a `Refusal` where the network's providers can't. */
  behave(network: string, input: z.infer<typeof MannersInput>): Manners;
  close(): Promise<void>;
}

/** How many providers each network has. */
const EACH = 2;
/** Ethereum takes about 64 blocks to call one final; a chain that is shown to people should not. */
const FINAL_DEPTH = 2;
/** Its node speaks Ethereum's JSON-RPC beside its own API, without traces. */
const TRON = 'tron';
const Ports = z.record(z.string(), z.array(z.number().int()));

/** Starts the providers in front of the chains' nodes, at the ports that they had before where those are free. */
export async function openProviders(
  chains: readonly Chain[],
  isEvm: (network: string) => boolean,
  folder: string,
): Promise<Providers> {
  const file = join(folder, 'providers.json');
  const before = readJson(file, Ports) ?? {};
  const byNetwork = new Map<string, Provider[]>();
  for (const chain of chains) {
    const target = chain.environment()[variableOf(chain.network)];
    if (target === undefined) continue;
    const providers: Provider[] = [];
    for (let at = 0; at < EACH; at += 1) {
      const port = await freePort(before[chain.network]?.[at]);
      const finalDepth = isEvm(chain.network) ? FINAL_DEPTH : undefined;
      providers.push(await startProvider({ target, port, finalDepth }));
    }
    byNetwork.set(chain.network, providers);
  }
  const ports = [...byNetwork].map(([network, list]) => [network, list.map(({ url }) => Number(new URL(url).port))]);
  writeWhole(file, JSON.stringify(Object.fromEntries(ports)));
  const of = (network: string): readonly Provider[] => byNetwork.get(network) ?? [];

  return {
    environment: (chain) => {
      const [first] = of(chain.network);
      return { ...chain.environment(), ...(first === undefined ? {} : { [variableOf(chain.network)]: first.url }) };
    },
    urls: (network) => of(network).map(({ url }) => url),
    behave: (network, { provider, ...manners }) => {
      const strange = OF_EVM.find((name) => manners[name] !== undefined);
      const isTraced = isEvm(network);
      if (strange !== undefined && !isTraced && !(network === TRON && !OF_TRACES.has(strange))) {
        throw new Refusal(`${strange} is for EVM networks. Here there are perSecond, batchLimit, busy, down and lie.`);
      }
      const isReset = Object.keys(manners).length === 0;
      for (const [at, each] of of(network).entries()) {
        if (at + 1 === (provider ?? 1) || (isReset && provider === undefined)) each.behave(manners);
      }
      return manners;
    },
    close: async () => {
      await Promise.all([...byNetwork.values()].flat().map((provider) => provider.close()));
    },
  };
}

const variableOf = (network: string): string => `RPC_${network.toUpperCase()}`;
