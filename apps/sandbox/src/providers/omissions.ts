import type { Call } from './evm-answers.ts';

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The answer of Solana's or Cardano's node with its payments left out: from blocks, from counts of their transactions, and from
 * the index of an address, as by a provider whose index lacks them. Balances stay as they are. Pure.
 */
export function withoutPayments(path: string, calls: readonly Call[], text: string): string {
  const answer: unknown = JSON.parse(text);
  if (calls.length === 0) return JSON.stringify(withoutTransactions(path, answer));
  const leaveOut = (entry: unknown): unknown => {
    if (!isFields(entry) || !('result' in entry)) return entry;
    const method = calls.find(({ id }) => id === entry['id'])?.method;
    return { ...entry, result: withoutSignatures(method, entry['result']) };
  };
  return JSON.stringify(Array.isArray(answer) ? answer.map(leaveOut) : leaveOut(answer));
}

function withoutSignatures(method: string | undefined, result: unknown): unknown {
  if (method === 'getSignaturesForAddress') return [];
  return method === 'getBlock' && isFields(result) && 'transactions' in result
    ? { ...result, transactions: [] }
    : result;
}

function withoutTransactions(path: string, answer: unknown): unknown {
  if (/\/blocks\/[^/]+\/txs|\/addresses\/[^/]+\/transactions/.test(path)) return Array.isArray(answer) ? [] : answer;
  return /\/blocks\//.test(path) && isFields(answer) && 'tx_count' in answer ? { ...answer, tx_count: 0 } : answer;
}
