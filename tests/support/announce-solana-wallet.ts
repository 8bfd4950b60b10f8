import type { Page } from '@playwright/test';
import { send } from './http.ts';
import { createSolanaKey, type SolanaKey } from './solana-wallet.ts';

/**
 * A Solana wallet in a page, whose owner is the test: it signs for real, and sends to the sandbox's chain where it
 * sends.
 */
export interface SolanaWallet {
  readonly key: SolanaKey;
  mood: 'willing' | 'rejects-payment';
  /** How often it was asked to sign. */
  asked: number;
}

/**
 * Adds a wallet called `name` to every document that the page opens from now on, registered by the Wallet Standard:
 * one that signs and sends over the node at `rpcUrl`, or, where that is null, one that only signs.
 */
export async function announceSolanaWallet(
  page: Page,
  { name, rpcUrl }: { name: string; rpcUrl: string | null },
): Promise<SolanaWallet> {
  const key = createSolanaKey();
  const wallet: SolanaWallet = { key, mood: 'willing', asked: 0 };
  const bridge = `askSolana${key.address}`;
  await page.exposeFunction(bridge, async (bytes: number[]) => {
    wallet.asked += 1;
    if (wallet.mood === 'rejects-payment') return null;
    const signed = key.sign(Uint8Array.from(bytes));
    if (rpcUrl !== null) await handIn(rpcUrl, signed);
    return [...signed];
  });
  await page.addInitScript(register, { name, bridge, address: key.address, sends: rpcUrl !== null });
  return wallet;
}

async function handIn(rpcUrl: string, signed: Uint8Array): Promise<void> {
  const params = [Buffer.from(signed).toString('base64'), { encoding: 'base64' }];
  const answer = await send('POST', rpcUrl, { body: { jsonrpc: '2.0', id: 1, method: 'sendTransaction', params } });
  if (!answer.text.includes('"result"')) throw new Error(answer.text);
}

/** Runs in the page. */
function register({ name, bridge, address, sends }: { name: string; bridge: string; address: string; sends: boolean }) {
  type Input = { account: object; chain: string; transaction: Uint8Array };
  type Api = { register: (...wallets: object[]) => void };
  const account = { address, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [] };
  const ask = async ({ account: asked, chain, transaction }: Input): Promise<Uint8Array> => {
    if (asked !== account || chain !== 'solana:mainnet') throw new Error('asked with something else');
    const signing: (bytes: number[]) => Promise<number[] | null> = Reflect.get(window, bridge);
    const signed = await signing([...transaction]);
    if (signed === null) throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
    return Uint8Array.from(signed);
  };
  const signing = sends
    ? {
        'solana:signAndSendTransaction': {
          signAndSendTransaction: async (input: Input) => [{ signature: (await ask(input)).slice(1, 65) }],
        },
      }
    : {
        'solana:signTransaction': {
          signTransaction: async (input: Input) => [{ signedTransaction: await ask(input) }],
        },
      };
  const features = { 'standard:connect': { connect: async () => ({ accounts: [account] }) }, ...signing };
  const wallet = {
    version: '1.0.0',
    name,
    icon: 'https://example.test/icon.png',
    chains: ['solana:mainnet'],
    features,
  };
  const tell = (api: Api): void => api.register(wallet);
  window.addEventListener('wallet-standard:app-ready', (event) => tell((event as CustomEvent<Api>).detail));
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: tell }));
}
