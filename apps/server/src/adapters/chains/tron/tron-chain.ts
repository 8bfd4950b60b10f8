import { NETWORKS } from '@kobogate/contract';
import { type Chain, NodeFault, type ScannedBlock } from '../../../custody/index.ts';
import { createEthChain } from '../evm/evm-chain.ts';
import type { Candidate } from '../evm/match.ts';
import type { Line } from '../line.ts';
import { readTransfer, readTronBlock } from './read-tron.ts';
import { TRON, TRON_CHAIN_ID, TRON_NETWORK_ASSETS } from './tron-assets.ts';
import { openTronNode, type TronNode } from './tron-node.ts';

/**
 * TRON, read over its node's JSON-RPC as an EVM chain is. What 19 of the 27 producers have built on is final: the node's
 * solidity API has no other blocks. Coins that a contract sends are not traced: balances are compared for them.
 */
export function createTronChain({ provider }: { provider: Line | string }): Chain {
  const node = openTronNode(provider);
  const chain = createEthChain({
    network: TRON,
    family: NETWORKS[TRON].family,
    chainId: TRON_CHAIN_ID,
    rpc: node.rpc,
    assets: TRON_NETWORK_ASSETS,
    inner: null,
    sift: (candidates) => withoutOtherCalls(node, candidates),
    finalHeight: async () => readTronBlock(await node.post('/walletsolidity/getnowblock')).height,
  });
  return {
    ...chain,
    scan: async (from, to, findOurs) => (await chain.scan(from, to, findOurs)).map(inOwnIds),
  };
}

/** TRON writes the ids of its transactions without the 0x that JSON-RPC puts before them. */
const bare = (id: string): string => id.replace(/^0x/, '');

const inOwnIds = (block: ScannedBlock): ScannedBlock => ({
  ...block,
  ...(block.transactions === undefined ? {} : { transactions: block.transactions.map(bare) }),
  ...(block.sent === undefined ? {} : { sent: block.sent.map(bare) }),
  transfers: block.transfers.map((transfer) => ({
    ...transfer,
    identity: bare(transfer.identity),
    transaction: bare(transfer.transaction),
  })),
});

/**
 * The node's JSON-RPC shows the amount of every kind of transaction as its value: of TRC-10 tokens, which anybody can
 * make, of votes, of staked TRX. Only plain transfers of TRX are payments of it. Throws `NodeFault` where the node's two
 * APIs disagree on one.
 */
async function withoutOtherCalls(node: TronNode, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const kept: Candidate[] = [];
  for (const candidate of candidates) {
    const { origin, transaction, addressKey, amount } = candidate;
    if (origin.kind !== 'payment') {
      kept.push(candidate);
      continue;
    }
    const found = await node.post('/wallet/gettransactionbyid', { value: bare(transaction) });
    if (Object.keys(found).length === 0) {
      throw new NodeFault(`The node does not give the transaction ${transaction} of its own block. We will ask again.`);
    }
    const transfer = readTransfer(found);
    if (transfer === null) continue;
    if (transfer.to !== addressKey || transfer.amount !== amount) {
      throw new NodeFault(`The node's two APIs say different things about ${transaction}. Nothing of it was counted.`);
    }
    kept.push(candidate);
  }
  return kept;
}
