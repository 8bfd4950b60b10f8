import { evmAddress } from '@kobogate/addresses';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { initSig, parseSignature, recoverPublicKey } from 'micro-eth-signer/utils.js';
import { Hex, hexBytes } from '../evm/rpc.ts';

/** A signed transaction of TRON as this node understands it: a payment of TRX, or a call of a contract. */
export interface TronTransaction {
  /** SHA-256 of its raw data. */
  readonly id: Hex;
  readonly signed: Hex;
  readonly type: 'TransferContract' | 'TriggerSmartContract';
  readonly from: Hex;
  /** The payee, or the contract. */
  readonly to: Hex;
  readonly value: bigint;
  /** Empty for a payment. */
  readonly data: Hex;
  readonly refBlock: number;
  readonly refHash: Hex;
  /** Milliseconds since 1970. */
  readonly expiration: number;
  readonly timestamp: number;
  readonly feeLimit: bigint;
  /** Who has signed it. */
  readonly signer: Hex;
}

const TYPES = new Map<bigint, TronTransaction['type']>([
  [1n, 'TransferContract'],
  [31n, 'TriggerSmartContract'],
]);

type Field = bigint | Uint8Array;

/** Reads protobuf's fields by number; the last of several counts. Throws where the bytes are none. */
function readFields(bytes: Uint8Array): Map<number, Field> {
  const fields = new Map<number, Field>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at];
      if (byte === undefined) break;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('a number is cut off');
  };
  while (at < bytes.length) {
    const tag = varint();
    if ((tag & 7n) === 0n) fields.set(Number(tag >> 3n), varint());
    else if ((tag & 7n) === 2n) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new Error('bytes are cut off');
      fields.set(Number(tag >> 3n), bytes.subarray(at, at + length));
      at += length;
    } else throw new Error('a field has an unknown form');
  }
  return fields;
}

const bytesAt = (fields: Map<number, Field>, at: number): Uint8Array => {
  const field = fields.get(at);
  if (field === undefined) return new Uint8Array();
  if (typeof field === 'bigint') throw new Error(`field ${at} is a number`);
  return field;
};
const numberAt = (fields: Map<number, Field>, at: number): bigint => {
  const field = fields.get(at) ?? 0n;
  if (typeof field !== 'bigint') throw new Error(`field ${at} is no number`);
  return field;
};
function addressAt(fields: Map<number, Field>, at: number): Hex {
  const bytes = bytesAt(fields, at);
  if (bytes.length !== 21 || bytes[0] !== 0x41) throw new Error(`field ${at} is no address`);
  return hexBytes(bytes.subarray(1));
}

/** Reads a signed transaction's bytes (tronprotocol/protocol, core/Tron.proto). Throws where they are none. */
export function readTransaction(signed: Hex): TronTransaction {
  const whole = readFields(hexToBytes(signed.slice(2)));
  const rawBytes = bytesAt(whole, 1);
  const raw = readFields(rawBytes);
  const contract = readFields(bytesAt(raw, 11));
  const type = TYPES.get(numberAt(contract, 1));
  if (type === undefined) throw new Error('this node knows payments and calls of contracts only');
  const parameter = readFields(bytesAt(contract, 2));
  if (new TextDecoder().decode(bytesAt(parameter, 1)) !== `type.googleapis.com/protocol.${type}`) {
    throw new Error('the contract is of another type than it says');
  }
  const call = readFields(bytesAt(parameter, 2));
  const id = sha256(rawBytes);
  const { r, s, yParity } = parseSignature(bytesAt(whole, 2));
  const isPayment = type === 'TransferContract';
  return {
    id: hexBytes(id),
    signed,
    type,
    from: addressAt(call, 1),
    to: addressAt(call, 2),
    value: numberAt(call, 3),
    data: isPayment ? '0x' : hexBytes(bytesAt(call, 4)),
    refBlock: Number(hexBytes(bytesAt(raw, 1))),
    refHash: hexBytes(bytesAt(raw, 4)),
    expiration: Number(numberAt(raw, 8)),
    timestamp: Number(numberAt(raw, 14)),
    feeLimit: numberAt(raw, 18),
    signer: Hex.parse(evmAddress(recoverPublicKey(initSig({ r, s }, yParity), id)).addressKey),
  };
}
