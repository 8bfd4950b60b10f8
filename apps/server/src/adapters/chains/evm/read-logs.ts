import { garbage, readAddress, readData, readFields, readHash, readIndex, readList, readQuantity } from '../fields.ts';

/** First topic of ERC-20's Transfer: keccak-256 of `Transfer(address,address,uint256)` (EIP-20). */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** One Transfer event of a token contract. */
export interface TokenTransfer {
  readonly blockHeight: bigint;
  readonly blockHash: string;
  readonly transaction: string;
  /** Position in the whole block, which a reorganisation may change. */
  readonly logIndex: number;
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
}

/** Reads logs that were requested by the Transfer topic. Throws `NodeFault` for any other log. */
export function readTransfers(value: unknown): TokenTransfer[] {
  return readList(value, 'list of logs').map(readTransfer);
}

function readTransfer(value: unknown): TokenTransfer {
  const log = readFields(value, 'log');
  const [topic, from, to] = readList(log['topics'], 'list of topics');
  if (topic !== TRANSFER_TOPIC) garbage('log that was not asked for');
  if (log['removed'] === true) garbage('log of a replaced block');
  return {
    blockHeight: readQuantity(log['blockNumber'], 'block number of a log'),
    blockHash: readHash(log['blockHash'], 'block hash of a log'),
    transaction: readHash(log['transactionHash'], 'transaction of a log'),
    logIndex: readIndex(log['logIndex'], 'position of a log'),
    contract: readAddress(log['address'], 'contract of a log'),
    from: `0x${readHash(from, 'sender of a log').slice(26)}`,
    to: `0x${readHash(to, 'recipient of a log').slice(26)}`,
    value: readQuantity(wordOf(log['data']), 'amount of a log'),
  };
}

function wordOf(data: unknown): unknown {
  // Exactly one word: an empty one would read as zero, a longer one is no ERC-20.
  return typeof data === 'string' && data.length === 66 ? data : garbage('amount of a log');
}

/** The fields of a transaction's receipt that prove a transfer. */
export interface Receipt {
  readonly transaction: string;
  readonly blockHash: string;
  /** The signer, in lower case. */
  readonly sender: string;
  readonly isSuccess: boolean;
  readonly logs: readonly ReceiptLog[];
}

interface ReceiptLog {
  readonly logIndex: number;
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Reads a receipt; null where the node has none. Throws `NodeFault`. */
export function readReceipt(value: unknown): Receipt | null {
  if (value === null) return null;
  const fields = readFields(value, 'receipt');
  return {
    transaction: readHash(fields['transactionHash'], 'transaction of a receipt'),
    blockHash: readHash(fields['blockHash'], 'block hash of a receipt'),
    sender: readAddress(fields['from'], 'sender of a receipt'),
    isSuccess: readQuantity(fields['status'], 'status of a receipt') === 1n,
    logs: readList(fields['logs'], 'logs of a receipt').map((entry) => {
      const log = readFields(entry, 'log of a receipt');
      return {
        logIndex: readIndex(log['logIndex'], 'position of a log'),
        contract: readAddress(log['address'], 'contract of a log'),
        topics: readList(log['topics'], 'list of topics').map((topic) => readHash(topic, 'topic of a log')),
        data: readData(log['data'], 'data of a log'),
      };
    }),
  };
}

/** The index of a token transfer among its own transaction's logs, from 0; -1 where the receipt does not have it. */
export function placeInReceipt(receipt: Receipt, transfer: TokenTransfer): number {
  return receipt.logs.findIndex(
    ({ logIndex, contract, topics, data }) =>
      logIndex === transfer.logIndex &&
      contract === transfer.contract &&
      topics[0] === TRANSFER_TOPIC &&
      topics[1]?.slice(26) === transfer.from.slice(2) &&
      topics[2]?.slice(26) === transfer.to.slice(2) &&
      data.length === 66 &&
      BigInt(data) === transfer.value,
  );
}

/**
 * Whether a receipt shows that a token moved something from one address to another, all of them in lower case: a call that succeeded
 * may have answered false instead. Not how much, since a token may take a part for itself.
 */
export const hasMoved = (
  { logs }: Receipt,
  { contract: token, from, to }: Pick<TokenTransfer, 'contract' | 'from' | 'to'>,
): boolean =>
  logs.some(
    ({ contract, topics, data }) =>
      contract === token &&
      topics[0] === TRANSFER_TOPIC &&
      topics[1]?.slice(26) === from.slice(2) &&
      topics[2]?.slice(26) === to.slice(2) &&
      data.length === 66 &&
      BigInt(data) > 0n,
  );
