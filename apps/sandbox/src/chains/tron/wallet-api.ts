import { z } from 'zod';
import { Anything, Hex, type Rpc } from '../evm/rpc.ts';
import { LEDGER, requireTronAddress } from './network.ts';
import type { TronBlock, TronReader } from './node.ts';
import { readTransaction, type TronTransaction } from './read-transaction.ts';

/** The longest that a transaction may be good for, in milliseconds. */
const LONGEST_MS = 86_400_000;
const REF_BLOCKS = 0x1_00_00;

/** A transaction that the node does not take, by its own code. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly code: string;

  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

const ByAddress = z.object({ address: z.string() });
const ById = z.object({ value: z.string().regex(/^[0-9a-f]{64}$/) });
const Raw = z.object({ transaction: z.string().regex(/^(?:[0-9a-f]{2})+$/) });
const Constant = z.object({
  owner_address: z.string(),
  contract_address: z.string(),
  data: z.string().regex(/^(?:[0-9a-f]{2})*$/),
});
const Truth = Hex.transform((text) => BigInt(text) === 1n);
const Amount = Hex.transform((text) => Number(BigInt(text)));

export interface WalletApi {
  readonly rpc: Rpc;
  readonly reader: TronReader;
  /** Puts a transaction, which was checked, where the next block takes it. */
  run(transaction: TronTransaction): Promise<void>;
}

/** Answers a call of the node's own API; undefined for a path that this node does not have. */
export async function answerPath(api: WalletApi, path: string, body: unknown): Promise<object | undefined> {
  const { reader } = api;
  switch (path) {
    case '/wallet/getnowblock':
      return describeBlock(await reader.block(await reader.height()));
    case '/walletsolidity/getnowblock':
      return describeBlock(await reader.block(await reader.finalHeight()));
    case '/wallet/getchainparameters':
      return { chainParameter: PARAMETERS };
    case '/wallet/getaccountresource': {
      const key = requireTronAddress(ByAddress.parse(body).address);
      // Nothing is free here, so a planned cost is the cost that is paid.
      return (await reader.view(Truth, 'isActive', [key])) ? { TotalEnergyLimit: 180_000_000_000 } : {};
    }
    case '/wallet/triggerconstantcontract':
      return simulate(api, Constant.parse(body));
    case '/wallet/gettransactionbyid':
      return describeTransaction((await reader.find(`0x${ById.parse(body).value}`))?.transaction);
    case '/wallet/gettransactioninfobyid':
      return describeInfo(reader, ById.parse(body).value);
    case '/wallet/broadcasthex':
      return broadcast(api, `0x${Raw.parse(body).transaction}`);
    default:
      return undefined;
  }
}

/** The main network's prices, in sun, as the ledger's contract has them. */
const PARAMETERS = [
  { key: 'getTransactionFee', value: 1_000 },
  { key: 'getCreateAccountFee', value: 100_000 },
  { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
  { key: 'getEnergyFee', value: 100 },
];

function describeBlock(block: TronBlock | null): object {
  if (block === null) return {};
  const header = { number: block.height, timestamp: block.time * 1000, parentHash: block.parentId.slice(2) };
  return { blockID: block.id.slice(2), block_header: { raw_data: header } };
}

async function simulate(api: WalletApi, call: z.infer<typeof Constant>): Promise<object> {
  const { rpc, reader } = api;
  const [from, to] = [requireTronAddress(call.owner_address), requireTronAddress(call.contract_address)];
  const data: Hex = `0x${call.data}`;
  try {
    const answer = await rpc(Hex, 'eth_call', [{ from: LEDGER, to, data: `${data}${from.slice(2)}` }, 'latest']);
    const energy = await reader.view(Amount, 'energyOf', [to, data]);
    return {
      result: { result: true },
      energy_used: energy,
      constant_result: [answer.slice(2)],
      transaction: { ret: [{}] },
    };
  } catch {
    const message = Buffer.from('REVERT opcode executed').toString('hex');
    return { result: { result: true, message }, constant_result: [''], transaction: { ret: [{ ret: 'FAILED' }] } };
  }
}

function describeTransaction(transaction: TronTransaction | undefined): object {
  if (transaction === undefined) return {};
  const { id, type, from, to, value, data, expiration, timestamp } = transaction;
  const inTron = (key: Hex): string => `41${key.slice(2)}`;
  const call =
    type === 'TransferContract'
      ? { owner_address: inTron(from), to_address: inTron(to), amount: Number(value) }
      : { owner_address: inTron(from), contract_address: inTron(to), data: data.slice(2) };
  const parameter = { value: call, type_url: `type.googleapis.com/protocol.${type}` };
  return { txID: id.slice(2), raw_data: { contract: [{ parameter, type }], expiration, timestamp } };
}

async function describeInfo(reader: TronReader, id: string): Promise<object> {
  const done = await reader.find(`0x${id}`);
  if (done === null) return {};
  const { fee, energy, blockNumber, hasSucceeded } = done;
  const receipt = { energy_usage_total: energy, result: hasSucceeded ? 'SUCCESS' : 'OUT_OF_ENERGY' };
  return { id, fee, blockNumber, receipt, ...(hasSucceeded ? {} : { result: 'FAILED' }) };
}

/** Checks a transaction as a node does before it takes it, and hands it over. */
async function broadcast(api: WalletApi, signed: Hex): Promise<object> {
  try {
    const transaction = readOrRefuse(signed);
    await requireValid(api, transaction);
    await api.run(transaction);
    return { result: true, txid: transaction.id.slice(2) };
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    return { code: error.code, message: Buffer.from(error.message).toString('hex') };
  }
}

function readOrRefuse(signed: Hex): TronTransaction {
  try {
    return readTransaction(signed);
  } catch {
    throw new NotTaken('CONTRACT_VALIDATE_ERROR', 'it can not be read');
  }
}

async function requireValid({ rpc, reader }: WalletApi, transaction: TronTransaction): Promise<void> {
  const { id, from, to, value, type, signer, expiration, refBlock, refHash } = transaction;
  if (signer !== from) throw new NotTaken('SIGERROR', 'it is signed by another key than its owner’s');
  const height = await reader.height();
  const head = await reader.block(height);
  const time = Math.max((head?.time ?? 0) * 1000, 0);
  if (expiration <= time || expiration > time + LONGEST_MS) {
    throw new NotTaken('TRANSACTION_EXPIRATION_ERROR', `it expires at ${expiration}, and the block is of ${time}`);
  }
  const back = (height - refBlock + REF_BLOCKS) % REF_BLOCKS;
  const named = back > height ? null : await reader.block(height - back);
  if (named?.id.slice(18, 34) !== refHash.slice(2)) throw new NotTaken('TAPOS_ERROR', 'its block is of another chain');
  if (await reader.view(Truth, 'isKnown', [id])) throw new NotTaken('DUP_TRANSACTION_ERROR', 'it is known');
  if (!(await reader.view(Truth, 'isActive', [from]))) {
    throw new NotTaken('CONTRACT_VALIDATE_ERROR', 'account does not exist');
  }
  const held = await reader.view(Amount, 'balanceOf', [from]);
  if (type === 'TransferContract' && held < Number(value)) {
    throw new NotTaken('CONTRACT_VALIDATE_ERROR', 'balance is not sufficient');
  }
  const code = type === 'TransferContract' ? null : await rpc(Anything, 'eth_getCode', [to, 'latest']);
  if (code === '0x') throw new NotTaken('CONTRACT_VALIDATE_ERROR', 'there is no contract');
}
