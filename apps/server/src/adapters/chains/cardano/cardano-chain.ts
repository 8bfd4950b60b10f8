import { type AssetCode, findAsset, NETWORKS } from '@kobogate/contract';
import { type Chain, type FindOurs, NodeFault, type ScannedBlock, type Transfer } from '../../../custody/index.ts';
import type { Log } from '../../../platform/log.ts';
import { createApi, inGroups, requireMainNetwork } from './api.ts';
import { readFields, readList } from '../fields.ts';
import { readHash } from './fields.ts';
import type { Line } from '../line.ts';
import { inPacedSteps } from '../pace.ts';
import { type CardanoBlock, readBlock } from './read-block.ts';
import { type CardanoTransaction, type Output, readTransaction } from './read-transaction.ts';
import { readPaidHeights } from './paid-heights.ts';
import { requireSecondAccount } from './second-account.ts';

const NETWORK = 'cardano';
/** The API's longest page. */
const PAGE = 100;
/** The answer of a self-hosted service whose index (cardano-db-sync) does not keep the transactions' bytes. */
const NO_BYTES =
  'The node gives transactions without their bytes. Point RPC_CARDANO at an API that has them (db-sync: tx_cbor).';
const HEX = /^(?:[0-9a-f]{2})+$/;

/**
 * Cardano's main network over Blockfrost's API (https://docs.blockfrost.io). A block's transactions are read from their
 * own bytes and identified by their own hash, so that every amount is one that its sender signed. The API's index must
 * list the same ones, and agree on each that concerns us. Native tokens that arrive with a payment are logged and not
 * counted.
 */
export function createCardanoChain(options: {
  provider: Line | string;
  projectId?: string | undefined;
  log: Log;
}): Chain {
  const api = createApi({ provider: options.provider, projectId: options.projectId });
  const log = options.log.child({ network: NETWORK });
  const asset = findAsset('ADA', NETWORK)?.code;
  if (asset === undefined) throw new Error('the table of assets has no ADA');

  async function readAt(height: bigint): Promise<CardanoBlock | null> {
    const block = readBlock(await api(`/blocks/${height}`));
    if (block === null || block.height === height) return block;
    throw new NodeFault(`The node gives another block than its block ${height}. We will ask again.`);
  }

  /** All pages of one of a block's lists. Entries beyond the block's number of transactions are not requested. */
  async function readPages({ hash, transactions: count }: CardanoBlock, list: string): Promise<unknown[]> {
    const found: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await api(`/blocks/${hash}/${list}?count=${PAGE}&page=${page}`);
      if (answer === null) throw new NodeFault(`The node does not give its block ${hash}. We will ask again.`);
      const entries = readList(answer, 'list of transactions');
      found.push(...entries);
      if (entries.length < PAGE || found.length > count) return found;
    }
  }

  /** Every transaction of a block, from its bytes: exactly those that the API's index lists. */
  async function readTransactions(block: CardanoBlock): Promise<CardanoTransaction[]> {
    const [names, entries] = await Promise.all([readPages(block, 'txs'), readPages(block, 'txs/cbor')]);
    const transactions = entries.map(readEntry);
    const named = new Set(names);
    const read = new Set(transactions.map(({ hash }) => hash));
    const isWhole = [names, entries, [...named], [...read]].every((list) => list.length === block.transactions);
    if (isWhole && transactions.every(({ hash }) => named.has(hash))) return transactions;
    if (entries.length === 0 && names.length > 0) throw new NodeFault(NO_BYTES);
    throw new NodeFault(
      `The node does not give the ${block.transactions} transactions of its block ${block.hash} whole. We will ask again.`,
    );
  }

  const scanBlock = async (height: bigint, findOurs: FindOurs): Promise<ScannedBlock> => {
    const block = await readAt(height);
    if (block === null) throw new NodeFault(`The node does not give its block ${height}. We will ask again.`);
    const transactions = await readTransactions(block);
    const ours = await findOurs(
      transactions.flatMap((transaction) => [...addressesIn(transaction), ...transaction.signers]),
    );
    const transfers: Transfer[] = [];
    for (const transaction of transactions) {
      const { hash } = transaction;
      const isOurs = ({ address, lovelace }: Output): boolean => lovelace > 0n && address !== null && ours.has(address);
      const outputs = transaction.outputs.filter(isOurs);
      if (outputs.length === 0 && !transaction.unmade.some(isOurs)) continue;
      const senders = await requireSecondAccount(api, { transaction, outputs, block: block.hash });
      if (outputs.some(({ hasTokens }) => hasTokens)) {
        log.info({ transaction: hash }, 'native tokens came along with a payment; only its ADA is counted');
      }
      transfers.push(...outputs.map((output) => transferOf(hash, output, { asset, senders })));
    }
    const { hash, parentHash, madeAt } = block;
    const sent = transactions.flatMap(({ hash: name, signers }) =>
      signers.some((each) => ours.has(each)) ? name : [],
    );
    return { height, hash, parentHash, madeAt, transactions: transactions.map((each) => each.hash), sent, transfers };
  };

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    look: async (height) => {
      await requireMainNetwork(api);
      const [latest, block] = await Promise.all([api('/blocks/latest'), readAt(height)]);
      const head = readBlock(latest);
      if (head === null) throw new NodeFault('The node has no newest block.');
      return { head, block };
    },
    headers: async (heights) => {
      await requireMainNetwork(api);
      return inGroups(heights, readAt);
    },
    ...inPacedSteps(async (from, to, findOurs) => {
      await requireMainNetwork(api);
      const heights = Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index));
      return inGroups(heights, (height) => scanBlock(height, findOurs));
    }),
    paidIn: async (addressKeys, { from, to }) => {
      await requireMainNetwork(api);
      const heights = await inGroups(addressKeys, (address) => readPaidHeights(api, address, from));
      return { heights: heights.flat().filter((height) => height <= to), isWhole: true };
    },
  };
}

function readEntry(entry: unknown): CardanoTransaction {
  const { tx_hash: hash, cbor } = readFields(entry, 'transaction');
  if (typeof cbor !== 'string' || !HEX.test(cbor)) {
    throw new NodeFault(NO_BYTES);
  }
  const transaction = readTransaction(cbor);
  const name = readHash(hash, "transaction's name");
  if (transaction.hash === name) return transaction;
  throw new NodeFault(`The node gives other bytes than those of the transaction ${name}. Nothing of it was counted.`);
}

const addressesIn = ({ outputs, unmade }: CardanoTransaction): string[] =>
  [...outputs, ...unmade].flatMap(({ address }) => address ?? []);

const transferOf = (
  transaction: string,
  { index, address, lovelace }: Output,
  { asset, senders }: { asset: AssetCode; senders: readonly string[] },
): Transfer => ({
  identity: `${transaction}#${index}`,
  transaction,
  asset,
  addressKey: address ?? '',
  amount: lovelace,
  senders,
});
