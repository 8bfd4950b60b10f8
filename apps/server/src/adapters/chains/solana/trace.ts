import { ASSETS, type LedgerAsset, STRAY_ASSETS } from '@kobogate/contract';
import type { Traced } from '../../../custody/index.ts';
import { createChanges } from '../changes.ts';
import { type Fields, garbage, readFields, readList } from '../fields.ts';
import type { Rpc } from '../rpc.ts';
import { readCount, readKey, readUnits } from './read-block.ts';
import { readPlaced } from './read-outcome.ts';

const ASSETS_HERE: readonly LedgerAsset[] = [...ASSETS, ...STRAY_ASSETS].filter(({ network }) => network === 'solana');

/**
 * What a transaction of a final block moved: lamports of addresses, and tokens by the owners of their accounts.
 * Lamports in token accounts are the price of opening them, and count as the fee, or come back with their end. Null where the block does not have
 * it. Throws `NodeFault`.
 */
export async function traceTransaction(
  rpc: Rpc,
  { transaction, blockHash }: { readonly transaction: string; readonly blockHash: string },
): Promise<Traced | null> {
  const found = await readPlaced(rpc, transaction, blockHash);
  if (found === null) return null;
  const { message, meta } = found;
  const { err, preBalances, postBalances, preTokenBalances, postTokenBalances, loadedAddresses } = meta;
  if (err === undefined) garbage('err');
  const loaded: Partial<Fields> =
    typeof loadedAddresses === 'object' && loadedAddresses !== null ? { ...loadedAddresses } : {};
  const keys = [message['accountKeys'], loaded['writable'] ?? [], loaded['readonly'] ?? []]
    .flatMap((list) => readList(list, 'accountKeys'))
    .map((key) => readKey(key, 'account'));
  const [before, after] = [readList(preBalances, 'balances'), readList(postBalances, 'balances')];
  if (before.length !== keys.length || after.length !== keys.length) garbage('list of balances');
  const tokens = [
    ...readList(preTokenBalances, 'token balances').map((entry) => Object.assign(readToken(entry), { sign: -1n })),
    ...readList(postTokenBalances, 'token balances').map((entry) => Object.assign(readToken(entry), { sign: 1n })),
  ];
  const tokenAccounts = new Set(tokens.map(({ index }) => index));
  const changes = createChanges();
  const coin = ASSETS_HERE.find(({ contract }) => contract === null) ?? garbage('asset');
  let sum = 0n;
  for (const [index, key] of keys.entries()) {
    if (tokenAccounts.has(index)) continue;
    const amount = readCount(after[index], 'balance') - readCount(before[index], 'balance');
    changes.add(coin.code, key, amount);
    sum += amount;
  }
  for (const { mint, owner, amount, sign } of tokens) {
    const asset = ASSETS_HERE.find(({ contract }) => contract === mint);
    if (asset !== undefined) changes.add(asset.code, owner, sign * amount);
  }
  const dated = readKey(message['recentBlockhash'], 'date');
  // Only the instructions say which of them is the nonce account; the others have no such value.
  const uses = keys.map((key) => `${key} ${dated}`);
  // More than nothing came of it where an account was closed.
  const [fee, returned] = sum > 0n ? [0n, sum] : [-sum, 0n];
  return { isSuccess: err === null, fee, returned, changes: changes.list(), uses };
}

function readToken(entry: unknown): { index: number; mint: string; owner: string; amount: bigint } {
  const { accountIndex, mint, owner, uiTokenAmount } = readFields(entry, 'token balance');
  const { amount } = readFields(uiTokenAmount, 'uiTokenAmount');
  return {
    index: Number(readCount(accountIndex, 'accountIndex')),
    mint: readKey(mint, 'mint'),
    owner: readKey(owner, "token account's owner"),
    amount: readUnits(amount),
  };
}
