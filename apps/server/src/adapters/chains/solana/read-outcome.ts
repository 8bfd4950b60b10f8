import { associatedTokenAccount } from '@kobogate/addresses';
import { mintOfToken, type SolanaPlanned } from '@kobogate/plans';
import { NodeFault, type Outcome } from '../../../custody/index.ts';
import { type Fields, garbage, readFields, readList } from '../fields.ts';
import { resultOf, type Rpc } from '../rpc.ts';
import { COIN } from './draft-spending.ts';
import { readCount, readHeader } from './read-block.ts';
import { blockCall, NEWEST_VERSION, requireMainNetwork } from './solana-chain.ts';

/**
 * The outcome of a planned transaction in the final block `blockHash`; null where the node does not have it there.
 * Throws `NodeFault`.
 */
export async function readOutcome(
  rpc: Rpc,
  planned: SolanaPlanned,
  transaction: string,
  blockHash: string,
): Promise<Outcome | null> {
  const found = await readPlaced(rpc, transaction, blockHash);
  if (found === null) return null;
  const [payer] = readList(found.message['accountKeys'], 'accountKeys');
  return payer === planned.payer.address ? outcomeOf(planned, found) : garbage('transaction');
}

/** A transaction's message and outcome; null where the final block `blockHash` does not have it. Throws `NodeFault`. */
export async function readPlaced(
  rpc: Rpc,
  transaction: string,
  blockHash: string,
): Promise<{ message: Fields; meta: Fields } | null> {
  const settings = { commitment: 'finalized', encoding: 'json', maxSupportedTransactionVersion: NEWEST_VERSION };
  const [genesis, answer] = await rpc([
    { method: 'getGenesisHash', params: [] },
    { method: 'getTransaction', params: [transaction, settings] },
  ]);
  requireMainNetwork(genesis);
  const result = resultOf(answer, 'getTransaction');
  if (result === null) return null;
  const { slot: place, meta, transaction: told } = readFields(result, 'transaction');
  const slot = readCount(place, 'slot');
  const [block] = await rpc([blockCall(slot, 'none')]);
  if (readHeader(resultOf(block, 'getBlock'), slot).hash !== blockHash) return null;
  const { signatures, message } = readFields(told, 'transaction');
  if (readList(signatures, 'signatures')[0] !== transaction) garbage('transaction');
  return { message: readFields(message, 'message'), meta: readFields(meta, 'meta') };
}

/**
 * How it ended, and what it cost the treasury besides the amount moved: signatures, priority fee, the rent of accounts
 * that it opened.
 */
function outcomeOf(planned: SolanaPlanned, { message, meta }: { message: Fields; meta: Fields }): Outcome {
  const { asset, purpose, amount } = planned;
  const { err, preBalances, postBalances } = meta;
  if (err === undefined) garbage('err');
  const [before, after] = [preBalances, postBalances].map((list) =>
    readCount(readList(list, 'balances')[0], 'balance'),
  );
  if (before === undefined || after === undefined) garbage('balances');
  const isSuccess = err === null;
  if (isSuccess && purpose === 'close') {
    const returned = givenBack(planned, message, meta);
    return { isSuccess, returned, fee: requireCost(before + returned - after) };
  }
  const gained = !isSuccess || asset !== COIN ? 0n : purpose === 'sweep' ? amount : -amount;
  return { isSuccess, fee: requireCost(before + gained - after) };
}

function requireCost(fee: bigint): bigint {
  if (fee >= 0n) return fee;
  throw new NodeFault('The node reports a transaction of ours with a negative fee. Nothing was booked.');
}

/** What the account that it closed held, to the lamport: anybody may have sent some there since it was planned. */
function givenBack(
  { from, closes = '' }: SolanaPlanned,
  message: Fields,
  { preBalances, postBalances }: Fields,
): bigint {
  const account = associatedTokenAccount(from.address, mintOfToken(closes));
  const at = readList(message['accountKeys'], 'accountKeys').indexOf(account);
  const [before, after] = [preBalances, postBalances].map((list) =>
    readCount(readList(list, 'balances')[at], 'balance'),
  );
  return before === undefined || after !== 0n ? garbage('balances') : before;
}
