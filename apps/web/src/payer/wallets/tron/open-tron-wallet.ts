import { findAsset, findStray, type Payment } from '@kobogate/contract';
import { readFailure } from '../read-failure.ts';
import { isFields } from '../server-calls.ts';
import { shortfallOf } from '../shortfall.ts';
import { type Session, type Tell, WalletFailure } from '../wallet.ts';
import type { TronPaymentCalls } from './payment-calls.ts';
import type { TronLink } from './tron-link.ts';

const COIN = 'TRX@tron';
/** The answers of `tron_requestAccounts`: asked already, and refused. */
const PENDING = 4000;
const REJECTED = 4001;
/** TronLink rejects with a text, or an error, of these words. */
const DECLINED = /declin|reject|cancel/i;
const SIGNATURE = /^(?:0x)?[0-9a-f]{130}$/i;

/** Has the payer choose an account of a TRON wallet. Throws `WalletFailure`. */
export async function openTronWallet(
  link: TronLink,
  calls: TronPaymentCalls,
  { payment, tell }: { payment: Payment; tell: Tell },
): Promise<Session> {
  const coin = findStray(COIN);
  const asset = findAsset(payment.currency, payment.network);
  if (coin === undefined || asset === undefined) throw new WalletFailure('unsupported');
  tell('connect');
  const account = await connect(link);
  return {
    account,
    findShortfall: async ({ id }) => shortfallOf(await calls.prepare(id, account), { asset, coin }),
    pay: (current, tellStep) => pay(link, calls, { payment: current, account, tell: tellStep }),
  };
}

async function connect(link: TronLink): Promise<string> {
  const answer = await link.connect().catch((error: unknown) => {
    throw failureOf(error);
  });
  const code = isFields(answer) ? answer['code'] : undefined;
  if (code === REJECTED) throw new WalletFailure('rejected');
  if (code === PENDING) throw new WalletFailure('pending');
  const account = link.account();
  // A locked wallet answers nothing at all.
  if (account === null) throw new WalletFailure('disconnected');
  return account;
}

async function pay(
  link: TronLink,
  calls: TronPaymentCalls,
  { payment, account, tell }: { payment: Payment; account: string; tell: Tell },
): Promise<string> {
  // Made again: a transaction is good for some minutes only.
  const { transaction } = await calls.prepare(payment.id, account);
  tell('pay');
  const signed = await link.sign(transaction).catch((error: unknown) => {
    // The wallet only signs: a transaction that we have not sent can't be on the network.
    throw failureOf(error);
  });
  const { txID, signature } = isFields(signed) ? signed : {};
  const [first]: unknown[] = Array.isArray(signature) ? signature : [];
  if (txID !== transaction.txID || typeof first !== 'string' || !SIGNATURE.test(first))
    throw new WalletFailure('failed');
  tell('send');
  return calls.send(payment.id, transaction.raw_data_hex, first);
}

function failureOf(error: unknown): WalletFailure {
  const words = error instanceof Error ? error.message : error;
  if (typeof words === 'string' && DECLINED.test(words)) return new WalletFailure('rejected', error);
  return readFailure(error, 'failed');
}
