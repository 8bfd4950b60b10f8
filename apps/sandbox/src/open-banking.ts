import { openBankWorld } from './banks/bank-world.ts';
import { readBanks } from './banks/bank-names.ts';
import { createBehaviours } from './banks/behaviour.ts';
import { budpayCallback } from './banks/budpay/answers.ts';
import { createCallbacks } from './banks/callbacks.ts';
import { flutterwaveCallback } from './banks/flutterwave/answers.ts';
import { flutterwaveV4Callback } from './banks/flutterwave-v4/answers.ts';
import type { Banking } from './banks/make-transfer.ts';
import { monnifyCallback } from './banks/monnify/answers.ts';
import { paystackCallback } from './banks/paystack/answers.ts';
import { createStatements } from './banks/statement.ts';
import type { Log } from './platform/log.ts';

const FORMATS = {
  budpay: budpayCallback,
  paystack: paystackCallback,
  flutterwave: flutterwaveCallback,
  'flutterwave-v4': flutterwaveV4Callback,
  monnify: monnifyCallback,
};

/** The banks with their books in a folder, as they were left there; pending callbacks are sent. */
export function openBanking(
  { folder, transferMs, callbackUrl }: { folder: string; transferMs: number; callbackUrl: string },
  log: Log,
): Banking {
  const banks = openBankWorld(folder, readBanks(new URL('../data/ngn-banks.json', import.meta.url)), transferMs);
  const callbacks = createCallbacks(callbackUrl, FORMATS, log);
  for (const transfer of banks.transfers()) callbacks.schedule(transfer);
  return { banks, behaviours: createBehaviours(), callbacks, statements: createStatements(banks) };
}
