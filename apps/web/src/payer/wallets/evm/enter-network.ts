import type { WalletNetwork } from '@kobogate/contract';
import { codesOf, readFailure } from '../read-failure.ts';
import { type Tell, WalletFailure } from '../wallet.ts';
import type { Provider } from './provider.ts';

/** EIP-3326: the wallet does not know the network. */
const NOT_KNOWN = 4902;

const isOn = async (provider: Provider, { chainId }: WalletNetwork): Promise<boolean> => {
  const answer = await provider.request({ method: 'eth_chainId' });
  return typeof answer === 'string' && Number(answer) === Number(chainId);
};

async function switchTo(provider: Provider, { chainId }: WalletNetwork): Promise<'asked' | 'not-known'> {
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
    return 'asked';
  } catch (error) {
    if (codesOf(error).includes(NOT_KNOWN)) return 'not-known';
    throw error;
  }
}

async function add(provider: Provider, network: WalletNetwork): Promise<void> {
  try {
    await provider.request({ method: 'wallet_addEthereumChain', params: [network] });
  } catch (error) {
    throw readFailure(error, 'not-added');
  }
}

/** Throws `WalletFailure` unless the wallet reports that it is on the network now. */
export async function requireNetwork(provider: Provider, network: WalletNetwork): Promise<void> {
  if (!(await isOn(provider, network))) throw new WalletFailure('wrong-network');
}

/**
 * Has the wallet change to a network, and add it first where it does not know it. Its report afterwards counts, not
 * its consent: some wallets add a network without changing to it. Throws `WalletFailure`; nothing is sent.
 */
export async function enterNetwork(provider: Provider, network: WalletNetwork, tell: Tell): Promise<void> {
  try {
    if (await isOn(provider, network)) return;
    tell('switch');
    if ((await switchTo(provider, network)) === 'not-known') {
      tell('add');
      await add(provider, network);
      if (!(await isOn(provider, network))) {
        tell('switch');
        await switchTo(provider, network);
      }
    }
    await requireNetwork(provider, network);
  } catch (error) {
    throw readFailure(error, 'wrong-network');
  }
}
