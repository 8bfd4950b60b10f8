import { findAsset, type Payment } from '@kobogate/contract';
import { readFailure } from '../read-failure.ts';
import { type Session, type Tell, WalletFailure } from '../wallet.ts';
import { base58Of } from './base58.ts';
import { shortfallOf } from '../shortfall.ts';
import type { PaymentCalls } from './payment-calls.ts';
import { readAccount, readOutput, SOLANA_CHAIN, type StandardAccount, type StandardWallet } from './standard-wallet.ts';

const COIN = 'SOL';
const SIGNATURE_BYTES = 64;

/** Has the payer choose an account of a Solana wallet. Throws `WalletFailure`. */
export async function openSolanaWallet(
  wallet: StandardWallet,
  calls: PaymentCalls,
  { payment, tell }: { payment: Payment; tell: Tell },
): Promise<Session> {
  const coin = findAsset(COIN, payment.network);
  const asset = findAsset(payment.currency, payment.network);
  if (coin === undefined || asset === undefined) throw new WalletFailure('unsupported');
  tell('connect');
  const account = await connect(wallet);
  return {
    account: account.address,
    findShortfall: async ({ id }) => shortfallOf(await calls.prepare(id, account.address), { asset, coin }),
    pay: (current, tellStep) => pay(wallet, calls, { payment: current, account, tell: tellStep }),
  };
}

async function connect(wallet: StandardWallet): Promise<StandardAccount> {
  const answer = await wallet.connect().catch((error: unknown) => {
    throw readFailure(error, 'failed');
  });
  const account = readAccount(answer);
  if (account === null) throw new WalletFailure('disconnected');
  return account;
}

async function pay(
  wallet: StandardWallet,
  calls: PaymentCalls,
  { payment, account, tell }: { payment: Payment; account: StandardAccount; tell: Tell },
): Promise<string> {
  // Made again: the block that dates a transaction is only valid for about a minute.
  const { transaction } = await calls.prepare(payment.id, account.address);
  const input = { account: account.handle, chain: SOLANA_CHAIN, transaction };
  tell('pay');
  if (wallet.signAndSend !== null) {
    const answer = await wallet.signAndSend(input).catch((error: unknown) => {
      throw readFailure(error, 'unknown');
    });
    const signature = readOutput(answer, 'signature');
    if (signature?.length !== SIGNATURE_BYTES) throw new WalletFailure('unknown');
    return base58Of(signature);
  }
  const answer = await wallet.sign?.(input).catch((error: unknown) => {
    // The wallet only signs: a transaction that we have not sent can't be on the network.
    throw readFailure(error, 'failed');
  });
  const signed = readOutput(answer, 'signedTransaction');
  if (signed === null) throw new WalletFailure('failed');
  tell('send');
  return calls.send(payment.id, signed);
}
