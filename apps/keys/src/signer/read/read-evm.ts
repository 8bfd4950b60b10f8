import { EVM_NETWORK_IDS, NETWORKS } from '@kobogate/contract';
import type { EvmPlanned } from '@kobogate/plans';
import type { RlpItem } from '../../sign/rlp.ts';
import { assetsOf, coinOf, type Effect, type ReadingOf } from './effect.ts';

/** What a signed transaction of EIP-1559 does, by its bytes alone. */
export interface SignedEvm {
  readonly chainId: bigint;
  /** The most that the network can take, in wei. */
  readonly cost: bigint;
  /** In hexadecimal with 0x. */
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/** A transfer that a call of a token asks for. */
export interface TokenTransfer {
  readonly to: string;
  readonly amount: bigint;
}

const [SHORT_BYTES, LONG_BYTES, SHORT_LIST, LONG_LIST] = [0x80, 0xb7, 0xc0, 0xf7];
const DYNAMIC_FEE = 2;
const FIELDS = 12;
/** `transfer(address,uint256)`, an address in 32 bytes, an amount. */
const TRANSFER = /^0xa9059cbb0{24}(?<to>[0-9a-f]{40})(?<amount>[0-9a-f]{64})$/;

/** What a signed transaction on an EVM network does. Throws where it is no plain transfer on that network. Pure. */
export function readEvm(raw: string, { network, planned }: ReadingOf<EvmPlanned>): Effect {
  const { chainId, cost, to, value, data } = readSignedEvm(raw);
  const evm = EVM_NETWORK_IDS.find((id) => id === network);
  if (evm === undefined || chainId !== BigInt(NETWORKS[evm].chainId)) throw new Error('it is for another chain');
  // A transaction has no sender in its bytes: it is the address whose key has signed it.
  const senders = [planned.from];
  if (data === '0x') return { senders, cost, moves: [{ to, asset: coinOf(network), amount: value }] };
  const transfer = readTokenTransfer(data);
  if (transfer === null || value !== 0n) throw new Error('it is no transfer');
  const asset = assetsOf(network).find(({ contract }) => contract?.toLowerCase() === to);
  return { senders, cost, moves: [{ ...transfer, asset }] };
}

/** Reads a signed transaction from its bytes. Throws for anything else than one of EIP-1559 in its one form. Pure. */
export function readSignedEvm(raw: string): SignedEvm {
  const bytes = Buffer.from(raw.replace(/^0x/, ''), 'hex');
  if (`0x${bytes.toString('hex')}` !== raw || bytes[0] !== DYNAMIC_FEE) throw new Error('no transaction of EIP-1559');
  const { item, end } = decode(bytes, 1);
  if (end !== bytes.length || item instanceof Uint8Array || item.length !== FIELDS) throw new Error('not its fields');
  const [chainId, , , maxFee, gas, to, value, data, access] = item;
  if (access instanceof Uint8Array || access?.length !== 0) throw new Error('it has an access list');
  return {
    chainId: numberIn(chainId),
    cost: numberIn(maxFee) * numberIn(gas),
    to: hexOf(to),
    value: numberIn(value),
    data: hexOf(data),
  };
}

/** The transfer in a call's data; null where it is any other call. Pure. */
export function readTokenTransfer(data: string): TokenTransfer | null {
  const found = TRANSFER.exec(data)?.groups;
  return found === undefined ? null : { to: `0x${found['to']}`, amount: BigInt(`0x${found['amount']}`) };
}

function decode(bytes: Buffer, start: number): { item: RlpItem; end: number } {
  const first = bytes[start];
  if (first === undefined) throw new Error('cut off');
  if (first < SHORT_BYTES) return { item: bytes.subarray(start, start + 1), end: start + 1 };
  const isList = first >= SHORT_LIST;
  const long = isList ? LONG_LIST : LONG_BYTES;
  const lengthBytes = first > long ? first - long : 0;
  const length =
    lengthBytes === 0
      ? first - (isList ? SHORT_LIST : SHORT_BYTES)
      : bytes.readUIntBE(start + 1, Math.min(lengthBytes, 6));
  const from = start + 1 + lengthBytes;
  const end = from + length;
  if (end > bytes.length) throw new Error('cut off');
  if (!isList) return { item: bytes.subarray(from, end), end };
  const items: RlpItem[] = [];
  for (let at = from; at < end;) {
    const next = decode(bytes, at);
    items.push(next.item);
    at = next.end;
  }
  return { item: items, end };
}

function hexOf(item: RlpItem | undefined): string {
  if (!(item instanceof Uint8Array)) throw new Error('not bytes');
  return `0x${Buffer.from(item).toString('hex')}`;
}

function numberIn(item: RlpItem | undefined): bigint {
  const text = hexOf(item);
  return text === '0x' ? 0n : BigInt(text);
}
