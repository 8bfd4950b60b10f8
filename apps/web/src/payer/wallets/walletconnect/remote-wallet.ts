import { findWalletNetwork, type Payment } from '@kobogate/contract';
import { openEvmWallet } from '../evm/open-evm-wallet.ts';
import { type Provider, quantity } from '../evm/provider.ts';
import { type Session, type Tell, WalletFailure } from '../wallet.ts';
import { drawMeeting } from './draw-meeting.ts';
import type { RemoteWallets } from '../wallet-page.ts';
import { meetWallet, type WalletSession } from './session.ts';

/** What only a node knows: a wallet on another device is not asked for it. */
const NOT_HERE = 4200;

/**
 * Has the payer let this page into a wallet on another device, or in another app, and choose an account there. Throws
 * `WalletFailure`; nothing is sent.
 */
export async function openRemoteWallet(
  { projectId, open, now }: RemoteWallets & { readonly now: () => number },
  payment: Payment,
  tell: Tell,
): Promise<Session> {
  const network = findWalletNetwork(payment.network);
  if (network === undefined) throw new WalletFailure('unsupported');
  const chainId = Number(network.chainId);
  tell('connect');
  const session = await meetWallet({
    projectId,
    chain: `eip155:${chainId}`,
    asker: { name: document.title, description: payment.purpose, url: location.origin },
    now,
    show: (uri) => tell('connect', drawMeeting(uri, open)),
  }).catch((error: unknown) => {
    throw failureOf(error);
  });
  if (session.accounts.length === 0) throw new WalletFailure('wrong-network');
  return openEvmWallet(providerOf(session, chainId), payment, tell);
}

/** A refusal of the payer's has EIP-1193's code, or WalletConnect's own of the five thousands. */
function failureOf(error: unknown): WalletFailure {
  const code = error instanceof Error && 'code' in error ? Number(error.code) : null;
  if (code === null) return new WalletFailure('failed', error);
  return new WalletFailure(code === 4001 || (code >= 5000 && code < 5004) ? 'rejected' : 'unsupported', error);
}

/** The session as a wallet of this browser would be: it is on the payment's network, with the accounts that it showed. */
const providerOf = (session: WalletSession, chainId: number): Provider => ({
  request: async ({ method, params = [] }) => {
    if (method === 'eth_requestAccounts' || method === 'eth_accounts') return session.accounts;
    if (method === 'eth_chainId') return quantity(BigInt(chainId));
    if (method === 'eth_sendTransaction') return session.request(method, params);
    throw Object.assign(new Error('not asked of a wallet elsewhere'), { code: NOT_HERE });
  },
});
