/** The main network, as wallets name it (CAIP-2 style of the Wallet Standard). */
export const SOLANA_CHAIN = 'solana:mainnet';

/** An account as a wallet shows it. */
export interface StandardAccount {
  readonly address: string;
  /** The wallet's own data of the account, given back unchanged. */
  readonly handle: object;
}

type Ask<Input, Output> = (input: Input) => Promise<Output>;
interface SigningInput {
  readonly account: object;
  readonly chain: string;
  readonly transaction: Uint8Array;
}

/** The part of the Wallet Standard (https://github.com/wallet-standard/wallet-standard) that is used here. */
export interface StandardWallet {
  readonly name: unknown;
  readonly icon: unknown;
  readonly connect: Ask<void, unknown>;
  /** At least one of them. */
  readonly signAndSend: Ask<SigningInput, unknown> | null;
  readonly sign: Ask<SigningInput, unknown> | null;
}

/** A feature's function, called on the feature itself. */
function readFeature(features: unknown, name: string, method: string): Ask<unknown, unknown> | null {
  if (typeof features !== 'object' || features === null) return null;
  const feature: unknown = Reflect.get(features, name);
  if (typeof feature !== 'object' || feature === null) return null;
  const ask: unknown = Reflect.get(feature, method);
  if (typeof ask !== 'function') return null;
  return async (input) => (input === undefined ? ask.call(feature) : ask.call(feature, input)) as unknown;
}

/** The usable part of a registered wallet; null where it can't pay on Solana. */
export function readStandardWallet(thing: unknown): StandardWallet | null {
  if (typeof thing !== 'object' || thing === null) return null;
  const wallet: { name?: unknown; icon?: unknown; chains?: unknown; features?: unknown } = thing;
  const { name, icon, chains, features } = wallet;
  if (!Array.isArray(chains) || !chains.includes(SOLANA_CHAIN)) return null;
  const connect = readFeature(features, 'standard:connect', 'connect');
  const signAndSend = readFeature(features, 'solana:signAndSendTransaction', 'signAndSendTransaction');
  const sign = readFeature(features, 'solana:signTransaction', 'signTransaction');
  if (connect === null || (signAndSend === null && sign === null)) return null;
  return { name, icon, connect: () => connect(undefined), signAndSend, sign };
}

/** The first account in a wallet's answer to `standard:connect`, or null. Pure. */
export function readAccount(answer: unknown): StandardAccount | null {
  if (typeof answer !== 'object' || answer === null || !('accounts' in answer)) return null;
  const [account]: unknown[] = Array.isArray(answer.accounts) ? answer.accounts : [];
  return typeof account === 'object' && account !== null && 'address' in account && typeof account.address === 'string'
    ? { address: account.address, handle: account }
    : null;
}

/** The bytes under a name in the first of a wallet's outputs, or null. Pure. */
export function readOutput(answer: unknown, name: 'signature' | 'signedTransaction'): Uint8Array | null {
  const [output]: unknown[] = Array.isArray(answer) ? answer : [];
  if (typeof output !== 'object' || output === null) return null;
  const bytes: unknown = Reflect.get(output, name);
  return bytes instanceof Uint8Array ? bytes : null;
}
