import { z } from 'zod';
import { messageOf } from '../../platform/refusal.ts';
import { INVALID_PARAMS, RpcRefusal } from './rpc-refusal.ts';
import type { SolanaState } from './state.ts';
import { readTransaction, type SolanaTransaction } from './transactions.ts';

const PREFLIGHT_FAILURE = -32_002;

const Sent = z.tuple([
  z.string(),
  z.looseObject({ encoding: z.literal('base64'), skipPreflight: z.boolean().default(false) }),
]);

/**
 * Accepts a signed transaction as `sendTransaction` does, after a simulation unless that is skipped, and answers its
 * signature. Throws `RpcRefusal`.
 */
export function receiveTransaction(state: SolanaState, params: readonly unknown[]): string {
  const sent = Sent.safeParse(params);
  if (!sent.success) throw new RpcRefusal(INVALID_PARAMS, 'Invalid params: send a transaction in base64 and say so');
  const [raw, { skipPreflight }] = sent.data;
  const transaction = decode(raw);
  if (!skipPreflight) rehearse(state, transaction);
  state.wait(transaction);
  return transaction.signature;
}

function decode(raw: string): SolanaTransaction {
  try {
    return readTransaction(raw);
  } catch (error) {
    throw new RpcRefusal(INVALID_PARAMS, `failed to deserialize transaction: ${messageOf(error)}`);
  }
}

function rehearse(state: SolanaState, transaction: SolanaTransaction): void {
  const error = state.isDated(transaction) ? state.machine.rehearse(transaction) : 'BlockhashNotFound';
  if (error === null) return;
  const message = `Transaction simulation failed: ${JSON.stringify(error)}`;
  throw new RpcRefusal(PREFLIGHT_FAILURE, message, { err: error });
}
