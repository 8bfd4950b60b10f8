import { writeBase58 } from '@kobogate/addresses';
import { readFields, readList } from '../fields.ts';
import { resultOf, type Rpc } from '../rpc.ts';
import { requireMainNetwork } from './solana-chain.ts';

/** Newer than final: coins that arrived a moment ago count in the simulation. */
const RECENT = 'confirmed';
const SIGNATURE_BYTES = 64;

/**
 * Sends a signed transaction to a node, which simulates it first. One that the network already has is no error. Throws
 * `NodeFault` with the node's own message where it is refused.
 */
export async function sendRaw(rpc: Rpc, bytes: Uint8Array): Promise<void> {
  const [genesis] = await rpc([{ method: 'getGenesisHash', params: [] }]);
  requireMainNetwork(genesis);
  const params = [Buffer.from(bytes).toString('base64'), { encoding: 'base64', preflightCommitment: RECENT }];
  // A request of its own: whether it was accepted must not depend on another answer.
  const [answer] = await rpc([{ method: 'sendTransaction', params }]);
  // A sent transaction uses up its own nonce: the simulation can't tell that from one that was never sent.
  if (answer?.ok === false && (await readStatus(rpc, signatureOf(bytes))) !== null) return;
  resultOf(answer, 'sendTransaction');
}

/** The network's status of a transaction: null where it has none. */
export async function readStatus(rpc: Rpc, signature: string): Promise<{ isFinal: boolean; error: unknown } | null> {
  const settings = { searchTransactionHistory: true };
  const [answer] = await rpc([{ method: 'getSignatureStatuses', params: [[signature], settings] }]);
  const { value } = readFields(resultOf(answer, 'getSignatureStatuses'), 'list of states');
  const [status = null] = readList(value, 'list of states');
  if (status === null) return null;
  const { confirmationStatus, err } = readFields(status, 'state');
  return { isFinal: confirmationStatus === 'finalized', error: err ?? null };
}

/** The id of a transaction: its first signature. Pure. */
export const signatureOf = (bytes: Uint8Array): string => writeBase58(bytes.subarray(1, 1 + SIGNATURE_BYTES));
