import { polkadotAddress } from '@kobogate/addresses';
import { type LedgerAssetCode, NETWORKS } from '@kobogate/contract';
import {
  type DotTransfer,
  dotTransferOf,
  dotTransferPayload,
  dotTransferSignature,
  dotTransferSigned,
  type Planned,
  TRANSFER_KEEP_ALIVE,
} from '@kobogate/plans';
import {
  accountKey,
  ASSET_HUB_SPEC,
  findCall,
  fromHex,
  hashExtrinsic,
  readAccount,
  readNumber,
  readProven,
  readTransfer,
  toHex,
} from '@kobogate/substrate';
import { verify } from '@scure/sr25519';
import { NodeFault, type Outcome, type OwnAddress, type TreasuryWallet } from '../../../custody/index.ts';
import { decodeOrFault, garbage, readData, readFields, readList } from '../fields.ts';
import { createRpc, resultOf } from '../rpc.ts';
import { createBlockReader } from './block-reader.ts';
import { cancelling, draftReplacement, isNumberUsed, numberOf } from './draft-replacement.ts';
import { draftSpending, type OwnAccount, type Terms } from './draft-spending.ts';
import { type NamedHeader, readHeader } from './read-header.ts';
import { traceAt } from './trace.ts';

const NETWORK = 'polkadot';
const ASSET: LedgerAssetCode = 'DOT@polkadot';
/** Accounts whose proofs are requested in one call. */
const AT_ONCE = 50;

/**
 * Treasury operations with our DOT on Asset Hub, over a Substrate node's RPC. Balances and nonces are proved against
 * the state of the newest final block.
 */
export function createPolkadotTreasuryWallet({ rpcUrl }: { rpcUrl: string }): TreasuryWallet {
  const rpc = createRpc(rpcUrl);
  const reader = createBlockReader(rpc);

  /** Accounts in the newest final block, or in an earlier one of this height. */
  async function readAccounts(
    addresses: readonly OwnAddress[],
    height?: bigint,
  ): Promise<{ head: NamedHeader; accounts: OwnAccount[] }> {
    const found = await reader.findBlocks(height === undefined ? [] : [height]);
    const head = height === undefined ? found.head : (found.blocks[0] ?? garbage('gap where a block was asked for'));
    const accounts: OwnAccount[] = [];
    for (let start = 0; start < addresses.length; start += AT_ONCE) {
      const some = addresses.slice(start, start + AT_ONCE);
      const keys = some.map(({ addressKey }) => accountKey(fromHex(`0x${addressKey}`)));
      const [answer] = await rpc([{ method: 'state_getReadProof', params: [keys, head.hash] }]);
      const { proof } = readFields(resultOf(answer, 'state_getReadProof'), 'proof');
      const nodes = readList(proof, 'proof').map((node) => fromHex(readData(node, 'proof')));
      for (const [at, key] of keys.entries()) {
        const address = some[at];
        const value = decodeOrFault('proof', () => readProven(head.stateRoot, nodes, key));
        const { nonce, free, locked } = decodeOrFault('account', () => readAccount(value ?? undefined));
        if (address !== undefined) accounts.push({ address, nonce, free: free - locked });
      }
    }
    return { head, accounts };
  }

  /** Accounts in the newest final block that the watcher has read; none where it has read nothing. */
  async function readSettled(
    addresses: readonly OwnAddress[],
    { head, accounts, readTo }: { head: NamedHeader; accounts: readonly OwnAccount[]; readTo: bigint | null },
  ): Promise<readonly OwnAccount[]> {
    if (readTo === null || readTo >= BigInt(head.number)) return readTo === null ? [] : accounts;
    return (await readAccounts(addresses, readTo)).accounts;
  }

  async function readTerms({ hash }: NamedHeader, treasury: OwnAddress): Promise<Terms> {
    const [version] = await rpc([{ method: 'state_getRuntimeVersion', params: [hash] }]);
    const { specName, specVersion, transactionVersion } = readFields(resultOf(version, 'version'), 'runtime version');
    if (specName !== ASSET_HUB_SPEC) throw new NodeFault("The node is not on Polkadot's Asset Hub.");
    await requireCall(hash);
    const words = { specVersion: readVersion(specVersion), transactionVersion: readVersion(transactionVersion) };
    const account = fromHex(`0x${treasury.addressKey}`);
    const sample: DotTransfer = { from: account, to: account, amount: 10n ** 18n, nonce: 0xff_ff, ...words };
    const bytes = toHex(dotTransferSigned(sample, new Uint8Array(64)));
    const [info] = await rpc([{ method: 'payment_queryInfo', params: [bytes] }]);
    const { partialFee } = readFields(resultOf(info, 'payment_queryInfo'), 'price');
    if (typeof partialFee !== 'string' || !/^\d{1,30}$/.test(partialFee)) garbage('price');
    return { ...words, fee: BigInt(partialFee) };
  }

  /**
   * The signer writes the transfer's call by fixed numbers: where this runtime has another call at those numbers,
   * nothing is planned.
   */
  async function requireCall(block: string): Promise<void> {
    const [answer] = await rpc([{ method: 'state_getMetadata', params: [block] }]);
    const metadata = fromHex(readData(resultOf(answer, 'state_getMetadata'), 'description of its runtime'));
    const place = decodeOrFault('description of its runtime', () =>
      findCall(metadata, 'Balances', 'transfer_keep_alive'),
    );
    if (place?.join() === TRANSFER_KEEP_ALIVE.join()) return;
    throw new NodeFault(
      `Asset Hub's program has moved the transfer of DOT (${place?.join('.') ?? 'gone'} in place of ${TRANSFER_KEEP_ALIVE.join('.')}). Nothing was planned, and the coins are safe where they are: a newer version of this gateway is needed.`,
    );
  }

  async function findPlaced(
    transaction: string,
    blockHash: string,
  ): Promise<{ place: number; records: Records } | null> {
    const [answer] = await rpc([{ method: 'chain_getHeader', params: [blockHash] }]);
    const found = resultOf(answer, 'chain_getHeader');
    if (found === null) return null;
    const header = readHeader(found, blockHash);
    const place = (await reader.readNames(header)).indexOf(transaction);
    const [block] = place === -1 ? [] : await reader.readRecords([header]);
    return block === undefined ? null : { place, records: block.records };
  }

  /** What an extrinsic of a block used up: a nonce of the account that signed it. */
  async function usedBy(blockHash: string, place: number): Promise<string[]> {
    const [answer] = await rpc([{ method: 'chain_getBlock', params: [blockHash] }]);
    const { block } = readFields(resultOf(answer, 'chain_getBlock'), 'block');
    const raw = readData(readList(readFields(block, 'block')['extrinsics'], 'block')[place], 'transaction');
    const number = decodeOrFault('transaction', () => readNumber(fromHex(raw)));
    return number === null ? [] : [`${polkadotAddress(number.from).address} ${number.nonce}`];
  }

  /** Whether the nonce of a transfer is used already, by a transaction that waits or is in a block. */
  async function isSpent(raw: string): Promise<boolean> {
    const transfer = decodeOrFault('signed transaction', () => readTransfer(fromHex(raw)));
    if (transfer === null) return false;
    const { address } = polkadotAddress(transfer.from);
    const [answer] = await rpc([{ method: 'system_accountNextIndex', params: [address] }]);
    return answer?.ok === true && typeof answer.result === 'number' && answer.result > transfer.nonce;
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    holdings: async (addresses) => {
      const { accounts } = await readAccounts(addresses);
      return accounts.flatMap(({ address, free: amount }) => (amount > 0n ? [{ address, asset: ASSET, amount }] : []));
    },
    used: async (addresses) => {
      const { accounts } = await readAccounts(addresses);
      return new Set(
        accounts.filter(({ nonce, free }) => nonce > 0 || free > 0n).map(({ address }) => address.addressKey),
      );
    },
    draft: async (wish) => {
      const { head, accounts } = await readAccounts([wish.treasury, ...wish.deposits]);
      return draftSpending(accounts, await readTerms(head, wish.treasury), wish);
    },
    replacing: {
      uses: (planned) => (planned.kind === 'polkadot' ? [numberOf(planned)] : []),
      cancel: (planned, treasury) => (planned.kind === 'polkadot' ? cancelling(planned, treasury) : null),
      draft: async (waiting, { treasury, deposits, readTo }) => {
        const mine = waiting.flatMap(({ planned, txid }) => (planned.kind === 'polkadot' ? [{ planned, txid }] : []));
        const payers = new Set(mine.map(({ planned }) => planned.from.address));
        const payingOnes = deposits.filter(({ address }) => payers.has(address));
        const { head, accounts } = await readAccounts([treasury, ...payingOnes]);
        const settled = mine.some(({ planned }) => isNumberUsed(accounts, planned))
          ? await readSettled([treasury, ...payingOnes], { head, accounts, readTo })
          : [];
        return draftReplacement({ accounts, settled }, await readTerms(head, treasury), mine);
      },
    },
    identify: (planned, raw) => Promise.resolve(identify(planned, raw)),
    broadcast: async (raw) => {
      await reader.findBlocks([]);
      const [answer] = await rpc([{ method: 'author_submitExtrinsic', params: [raw] }]);
      // A node that has it, or has a block with it, refuses it as outdated. The watcher finds out whether it was this
      // one.
      if (answer?.ok === false && (await isSpent(raw))) return;
      resultOf(answer, 'author_submitExtrinsic');
    },
    outcome: async (_planned, transaction, blockHash) => {
      const found = await findPlaced(transaction, blockHash);
      return found === null ? null : outcomeAt(found.records, found.place);
    },
    trace: async (transaction, blockHash) => {
      const found = await findPlaced(transaction, blockHash);
      if (found === null) return null;
      const outcome = outcomeAt(found.records, found.place);
      return traceAt(found, outcome, await usedBy(blockHash, found.place));
    },
  };
}

const readVersion = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : garbage('runtime version');

type Records = Awaited<ReturnType<ReturnType<typeof createBlockReader>['readRecords']>>[number]['records'];

/** How an extrinsic of a block ended, and its fee. */
function outcomeAt(records: Records, place: number): Outcome {
  const own = records.filter(({ phase }) => phase.type === 'ApplyExtrinsic' && phase.value === place);
  const has = (pallet: string, name: string) =>
    own.find(({ event }) => event.type === pallet && event.value.type === name)?.event.value.value;
  const { actual_fee: fee } = readFields(has('TransactionPayment', 'TransactionFeePaid'), 'fee');
  if (typeof fee !== 'bigint' || fee < 0n) garbage('fee');
  return { isSuccess: has('System', 'ExtrinsicSuccess') !== undefined, fee };
}

/** The hash of a signed transfer; null unless it is the planned one, signed by the planned address. */
function identify(planned: Planned, raw: string): string | null {
  if (planned.kind !== 'polkadot') return null;
  const transfer = dotTransferOf(planned);
  const signature = dotTransferSignature(transfer, raw);
  if (signature === null) return null;
  try {
    return verify(dotTransferPayload(transfer), signature, transfer.from) ? hashExtrinsic(fromHex(raw)) : null;
  } catch {
    // Bytes that are not a signature.
    return null;
  }
}
