import { type LedgerAssetCode, NETWORKS } from '@kobogate/contract';
import {
  type BlockHeader,
  type Chain,
  type FindOurs,
  NodeFault,
  type ScannedBlock,
  type Transfer,
} from '../../../custody/index.ts';
import { assetsOn } from '../network-assets.ts';
import { createRpc } from '../rpc.ts';
import type { Line } from '../line.ts';
import { inPacedSteps } from '../pace.ts';
import { createBlockReader } from './block-reader.ts';
import { findPayers, findPayments, type Payment } from './payments.ts';
import type { NamedHeader } from './read-header.ts';

const NETWORK = 'polkadot';
/** Blocks whose events are requested together: a full one has a megabyte of them. */
const AT_ONCE = 5;

interface KnownPayment extends Payment {
  readonly asset: LedgerAssetCode;
}

/**
 * Polkadot's Asset Hub over a Substrate node's RPC (https://polkadot.js.org/docs/substrate/rpc), finalised blocks only.
 * Headers are identified by their own hash, and events proved against their state root: an event that the node changes,
 * omits or adds is noticed.
 */
export function createPolkadotChain({ provider }: { provider: Line | string }): Chain {
  const { findBlocks, readRecords, readNames } = createBlockReader(createRpc(provider));
  const { native, tokens } = assetsOn(NETWORK);

  /** The payments in coins that we know. */
  const known = (payments: readonly Payment[]): KnownPayment[] =>
    payments.flatMap((payment) => {
      const asset = payment.token === null ? native : tokens.get(payment.token);
      return asset === undefined || asset === null ? [] : [{ ...payment, asset }];
    });

  async function scanSome(headers: readonly NamedHeader[], findOurs: FindOurs): Promise<ScannedBlock[]> {
    const blocks = (await readRecords(headers)).map(({ header, madeAt, records }) => {
      const payments = known(findPayments(records));
      return { header, madeAt, payments, payers: findPayers(records) };
    });
    const touched = blocks.flatMap(({ payments, payers }) => [...payments, ...payers].map(({ account }) => account));
    const ours = await findOurs(touched);
    const scanned: ScannedBlock[] = [];
    for (const { header, madeAt, payments, payers } of blocks) {
      const matched = payments.filter(({ account }) => ours.has(account));
      // Our own transfers are identified by their transaction hash, whether they succeeded or not.
      const isNeeded = matched.length > 0 || payers.some(({ account }) => ours.has(account));
      const transactions = isNeeded ? await readNames(header) : [];
      const transfers = matched.map((payment) => describeTransfer(header, payment, transactions));
      const sent = payers.flatMap(({ account, extrinsic }) =>
        extrinsic !== null && ours.has(account) ? (transactions[extrinsic] ?? []) : [],
      );
      scanned.push({ ...placed(header), madeAt, transactions, sent, transfers });
    }
    return scanned;
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    isProven: true,
    hasOnlyFinalBlocks: true,
    look: async (height) => {
      const { head, blocks } = await findBlocks([height]);
      const [block = null] = blocks;
      return { head: placed(head), block: block === null ? null : placed(block) };
    },
    headers: async (heights) => {
      const { blocks } = await findBlocks(heights);
      return blocks.map((block) => (block === null ? null : placed(block)));
    },
    ...inPacedSteps(async (from, to, findOurs) => {
      const heights = Array.from({ length: Number(to - from + 1n) }, (_, index) => from + BigInt(index));
      const { blocks } = await findBlocks(heights);
      const headers = heights.map((height, index) => {
        const header = blocks[index] ?? null;
        if (header === null) throw new NodeFault(`The node does not give its block ${height}. We will ask again.`);
        return header;
      });
      const scanned: ScannedBlock[] = [];
      for (let start = 0; start < headers.length; start += AT_ONCE) {
        scanned.push(...(await scanSome(headers.slice(start, start + AT_ONCE), findOurs)));
      }
      return scanned;
    }),
  };
}

function placed({ number, hash, parentHash }: NamedHeader): BlockHeader {
  return { height: BigInt(number), hash, parentHash };
}

function describeTransfer(
  { hash }: NamedHeader,
  { place, account, from, asset, amount, extrinsic }: KnownPayment,
  names: readonly string[],
): Transfer {
  // Payments by the block itself have no transaction; explorers find them by the block.
  const transaction = extrinsic === null ? hash : names[extrinsic];
  if (transaction === undefined) {
    throw new NodeFault(`The node's block ${hash} has events of a transaction that it has not. Nothing was counted.`);
  }
  const senders = from === null ? [] : [from];
  return { identity: `${hash}:${place}`, transaction, senders, asset, addressKey: account, amount };
}
