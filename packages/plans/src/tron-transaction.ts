import { readTronAddress } from '@kobogate/addresses';
import { findLedgerAsset } from '@kobogate/contract';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { TronPlanned } from './plan.ts';
import { tokenTransferData } from './token-transfer.ts';

/** r, s, and which of the two keys that fit is meant, as 27 or 28. */
export const TRON_SIGNATURE_BYTES = 65;
/** `TransferContract` and `TriggerSmartContract` of the protocol's list (tronprotocol/protocol, core/Tron.proto). */
const CALLS = { transfer: { type: 1n, name: 'TransferContract' }, token: { type: 31n, name: 'TriggerSmartContract' } };
const TYPE_URL = 'type.googleapis.com/protocol.';
const PREFIX = 0x41;
/** Protobuf's wire types: a number, and bytes with their length before them. */
const NUMBER = 0;
const BYTES = 2;

/** A transfer on TRON, planned by us or prepared for a payer's wallet: what its bytes are made of. */
export type TronTransfer = Pick<
  TronPlanned,
  'asset' | 'amount' | 'payee' | 'refBlock' | 'refHash' | 'expiration' | 'timestamp' | 'feeLimit'
> & { readonly from: { readonly address: string } };

/**
 * The raw data of a planned transaction, as tronprotocol's `Transaction.raw`; its SHA-256 is the transaction's id and is
 * what is signed. Planner, signer and sender make it with this function, so that none of them can sign or send another
 * one. Pure.
 */
export function tronRawData(planned: TronTransfer): Uint8Array {
  return concatBytes(
    bytesField(1, hexToBytes(planned.refBlock)),
    bytesField(4, hexToBytes(planned.refHash)),
    numberField(8, BigInt(planned.expiration)),
    bytesField(11, callOf(planned)),
    numberField(14, BigInt(planned.timestamp)),
    numberField(18, planned.feeLimit),
  );
}

/** The transaction's id, without 0x. Pure. */
export const tronTransactionId = (planned: TronTransfer): string => bytesToHex(sha256(tronRawData(planned)));

/** A signed transaction as a node takes it. Pure. */
export const tronSigned = (planned: TronTransfer, signature: Uint8Array): Uint8Array =>
  tronSignedRaw(tronRawData(planned), signature);

/** The same from the raw data itself. Pure. */
export const tronSignedRaw = (raw: Uint8Array, signature: Uint8Array): Uint8Array =>
  concatBytes(bytesField(1, raw), bytesField(2, signature));

/** How many bytes a planned transaction has once it is signed. Pure. */
export const tronSignedBytes = (planned: TronTransfer): number =>
  tronSigned(planned, new Uint8Array(TRON_SIGNATURE_BYTES)).length;

/** The signature in a signed transaction of this module's form; null where it is anything else. Pure. */
export function tronSignature(planned: TronPlanned, raw: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(raw)) return null;
  const signature = hexToBytes(raw).slice(-TRON_SIGNATURE_BYTES);
  if (signature.length !== TRON_SIGNATURE_BYTES) return null;
  return bytesToHex(tronSigned(planned, signature)) === raw ? signature : null;
}

/** The contract of a transaction: a transfer of TRX, or a call of the token. */
function callOf({ asset, amount, from, payee }: TronTransfer): Uint8Array {
  const found = findLedgerAsset(asset);
  if (found?.network !== 'tron') throw new Error(`${asset} is no coin of TRON`);
  const { type, name } = found.contract === null ? CALLS.transfer : CALLS.token;
  const value =
    found.contract === null
      ? concatBytes(addressField(1, from.address), addressField(2, payee), numberField(3, amount))
      : concatBytes(
          addressField(1, from.address),
          addressField(2, found.contract),
          bytesField(4, hexToBytes(tokenTransferData(tronKey(payee), amount).slice(2))),
        );
  const parameter = concatBytes(bytesField(1, utf8ToBytes(TYPE_URL + name)), bytesField(2, value));
  return concatBytes(numberField(1, type), bytesField(2, parameter));
}

/** The twenty bytes of an address in hexadecimal, as contracts and the node's JSON-RPC have it. Throws for what is no address. */
export function tronKey(address: string): string {
  const key = readTronAddress(address);
  if (key === undefined || key === 'broken') throw new Error(`${address} is not an address of TRON`);
  return key;
}

const addressField = (field: number, address: string): Uint8Array =>
  bytesField(field, concatBytes(Uint8Array.of(PREFIX), hexToBytes(tronKey(address).slice(2))));

/** A number field; zero is protobuf's default and is left out. */
const numberField = (field: number, value: bigint): Uint8Array =>
  value === 0n ? new Uint8Array() : concatBytes(varint(tag(field, NUMBER)), varint(value));

const bytesField = (field: number, value: Uint8Array): Uint8Array =>
  concatBytes(varint(tag(field, BYTES)), varint(BigInt(value.length)), value);

const tag = (field: number, wire: number): bigint => (BigInt(field) << 3n) | BigInt(wire);

/** Seven bits a byte, the lowest first. Throws above 63 bits, which no amount on TRON has. */
function varint(value: bigint): Uint8Array {
  if (value < 0n || value >= 2n ** 63n) throw new Error('a number of a transaction is too large');
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
