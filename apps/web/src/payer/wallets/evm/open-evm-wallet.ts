import { findAsset, findWalletNetwork, type NetworkAsset, type Payment, type WalletNetwork } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { readFailure } from '../read-failure.ts';
import { type Session, type Tell, WalletFailure } from '../wallet.ts';
import { enterNetwork, requireNetwork } from './enter-network.ts';
import { findShortfall } from './find-shortfall.ts';
import { type Provider, quantity } from './provider.ts';
import { type EvmTransfer, transferOf } from './transfer.ts';

const HASH = /^0x[\da-f]{64}$/i;

/** Has the payer choose an account of an EVM wallet, on the payment's network. Throws `WalletFailure`. */
export async function openEvmWallet(provider: Provider, payment: Payment, tell: Tell): Promise<Session> {
  const facts = factsOf(payment);
  tell('connect');
  const account = await readAccount(provider, 'eth_requestAccounts');
  await enterNetwork(provider, facts.network, tell);
  return {
    account,
    findShortfall: (current) => findShortfall(provider, transferFor(current, account, facts)),
    pay: (current, tellStep) => pay(provider, current, { account, tell: tellStep, facts }),
  };
}

interface Facts {
  readonly asset: NetworkAsset;
  readonly network: WalletNetwork;
}

function factsOf({ currency, network }: Payment): Facts {
  const asset = findAsset(currency, network);
  const walletNetwork = findWalletNetwork(network);
  if (asset === undefined || walletNetwork === undefined) throw new WalletFailure('unsupported');
  return { asset, network: walletNetwork };
}

function transferFor(payment: Payment, from: string, facts: Facts): Facts & { units: bigint; transfer: EvmTransfer } {
  const units = unitsMissing(payment, facts.asset);
  return { ...facts, units, transfer: transferOf(facts.asset, { from, to: payment.address, units }) };
}

/** The first account that the wallet shows: the one that the payer has chosen. */
async function readAccount(provider: Provider, method: 'eth_requestAccounts' | 'eth_accounts'): Promise<string> {
  const answer = await provider.request({ method }).catch((error: unknown) => {
    throw readFailure(error, 'failed');
  });
  const [account]: unknown[] = Array.isArray(answer) ? answer : [];
  if (typeof account !== 'string' || account === '') throw new WalletFailure('disconnected');
  return account;
}

async function pay(
  provider: Provider,
  payment: Payment,
  { account, tell, facts }: { account: string; tell: Tell; facts: Facts },
): Promise<string> {
  // The payer may have changed account or network in the wallet since: then the checked transfer is not the one sent.
  const shown = await readAccount(provider, 'eth_accounts');
  if (shown.toLowerCase() !== account.toLowerCase()) throw new WalletFailure('disconnected');
  await requireNetwork(provider, facts.network).catch((error: unknown) => {
    throw readFailure(error, 'wrong-network');
  });
  const { transfer } = transferFor(payment, account, facts);
  tell('pay');
  const sent = { ...transfer, chainId: quantity(BigInt(facts.network.chainId)) };
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [sent] }).catch((error: unknown) => {
    throw readFailure(error, 'unknown');
  });
  if (typeof hash !== 'string' || !HASH.test(hash)) throw new WalletFailure('unknown');
  return hash;
}

/** What is missing, in the asset's smallest units, exactly. Throws `WalletFailure` where nothing is missing. Pure. */
function unitsMissing({ missing }: Payment, { decimals }: NetworkAsset): bigint {
  const parsed = parseAmount(missing, decimals);
  if (!parsed.ok || parsed.value <= 0n) throw new WalletFailure('rate-ended');
  return parsed.value;
}
