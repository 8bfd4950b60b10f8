import type { Page } from '@playwright/test';
import { NETWORKS, type EvmNetworkId } from '@kobogate/contract';
import { Wallet } from 'ethers';
import * as z from 'zod/mini';
import { onNode } from './evm-node.ts';

/** The answers of a wallet's owner, or of the wallet itself. */
export type EvmMood =
  | 'willing'
  | 'rejects-connect'
  | 'rejects-payment'
  | 'rejects-switch'
  | 'rejects-adding'
  | 'fails-to-add'
  | 'holds-too-little'
  | 'busy'
  | 'loses-answer';

/** An EVM wallet in a page, whose owner is the test: it signs for real and sends to the sandbox's chains. */
export interface EvmWallet {
  readonly address: string;
  mood: EvmMood;
  /** The chain that it is on now, by number. */
  chainId: number;
  /** The chains that it knows. */
  readonly known: Set<number>;
  /** Every method that it was asked, in order, with the parameters. */
  readonly asked: { readonly method: string; readonly params: readonly unknown[] }[];
  /** Hashes of what it sent. */
  readonly sent: string[];
}

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" rx="2" fill="%230b6846"/%3E%3C/svg%3E';
const transaction = z.object({ from: z.string(), to: z.string(), value: z.string(), data: z.string() });
const chain = z.tuple([z.looseObject({ chainId: z.string() })]);
/** The methods that a wallet passes on to its node. */
const READS = new Set(['eth_call', 'eth_getBalance', 'eth_estimateGas', 'eth_gasPrice']);

/**
 * Adds a wallet called `name` to every document that the page opens from now on, announced by EIP-6963. It starts on
 * `on` and knows `knows`; nodes are at the addresses in `environment` (`RPC_BSC`, …).
 */
export async function announceEvmWallet(
  page: Page,
  environment: Readonly<Record<string, string | undefined>>,
  { name, on, knows }: { name: string; on: EvmNetworkId; knows: readonly EvmNetworkId[] },
): Promise<EvmWallet> {
  const account = Wallet.createRandom();
  const wallet: EvmWallet = {
    address: account.address,
    mood: 'willing',
    chainId: NETWORKS[on].chainId,
    known: new Set(knows.map((id) => NETWORKS[id].chainId)),
    asked: [],
    sent: [],
  };
  let isConnected = false;

  async function answer(method: string, params: readonly unknown[]): Promise<unknown> {
    const accounts = isConnected ? [wallet.address] : [];
    switch (method) {
      case 'eth_requestAccounts':
        if (wallet.mood === 'busy') throw new Refusal(-32_002, 'Request already pending');
        if (wallet.mood === 'rejects-connect') throw new Refusal(4001, 'User rejected the request.');
        isConnected = true;
        return [wallet.address];
      case 'eth_accounts':
        return accounts;
      case 'eth_chainId':
        return `0x${wallet.chainId.toString(16)}`;
      case 'wallet_switchEthereumChain': {
        if (wallet.mood === 'rejects-switch') throw new Refusal(4001, 'User rejected the request.');
        const wanted = Number(chain.parse(params)[0].chainId);
        if (!wallet.known.has(wanted)) throw new Refusal(4902, 'Unrecognized chain ID');
        wallet.chainId = wanted;
        return null;
      }
      case 'wallet_addEthereumChain':
        if (wallet.mood === 'rejects-adding') throw new Refusal(4001, 'User rejected the request.');
        if (wallet.mood === 'fails-to-add') throw new Refusal(-32_603, 'Could not reach the RPC URL.');
        // Like some wallets: it knows the chain now and stays where it is.
        wallet.known.add(Number(chain.parse(params)[0].chainId));
        return null;
      case 'eth_sendTransaction':
        return send(params);
      default:
        if (READS.has(method)) return onNode(node(), (it) => it.send(method, [...params]));
        throw new Refusal(4200, 'Unsupported method');
    }
  }

  const node = (): string => {
    const network = Object.values(NETWORKS).find((known) => 'chainId' in known && known.chainId === wallet.chainId);
    return environment[`RPC_${network?.id.toUpperCase() ?? ''}`] ?? '';
  };

  async function send(params: readonly unknown[]): Promise<string> {
    if (wallet.mood === 'rejects-payment') throw new Refusal(4001, 'User denied transaction signature.');
    if (wallet.mood === 'holds-too-little') throw new Refusal(-32_000, 'insufficient funds for gas * price + value');
    const { from, to, value, data } = transaction.parse(params[0]);
    if (from.toLowerCase() !== wallet.address.toLowerCase()) throw new Refusal(4100, 'Unknown account');
    const { hash } = await onNode(node(), (it) => account.connect(it).sendTransaction({ to, value, data }));
    wallet.sent.push(hash);
    if (wallet.mood === 'loses-answer') throw new Refusal(-32_603, 'Internal error');
    return hash;
  }

  const bridge = `askWallet${wallet.address.slice(2)}`;
  await page.exposeFunction(bridge, async (method: string, params: unknown[]) => {
    wallet.asked.push({ method, params });
    try {
      return { result: (await answer(method, params)) ?? null };
    } catch (error) {
      const code = error instanceof Refusal ? error.code : -32_000;
      return { error: { code, message: error instanceof Error ? error.message : '' } };
    }
  });
  await page.addInitScript(announce, { name, bridge, icon: ICON });
  return wallet;
}

/** Runs in the page. */
function announce({ name, bridge, icon }: { name: string; bridge: string; icon: string }): void {
  type Answer = { result: unknown } | { error: { code: number; message: string } };
  const provider = {
    request: async ({ method, params = [] }: { method: string; params?: unknown[] }): Promise<unknown> => {
      const ask: (method: string, params: unknown[]) => Promise<Answer> = Reflect.get(window, bridge);
      const answer = await ask(method, params);
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
      return answer.result;
    },
  };
  const info = Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns: `test.${bridge.toLowerCase()}` });
  const tell = (): void => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  };
  window.addEventListener('eip6963:requestProvider', tell);
  tell();
}
