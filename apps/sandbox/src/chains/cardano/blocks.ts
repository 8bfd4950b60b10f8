import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { encode } from 'cborg';
import type { CardanoTransaction } from './transactions.ts';

export interface CardanoBlock {
  readonly height: number;
  /** BLAKE2b-256 of its header. */
  readonly hash: string;
  readonly parentHash: string;
  /** In seconds. */
  readonly time: number;
  /** 32 random bytes in hexadecimal, where a real header has the proof that its maker won the slot. */
  readonly proof: string;
  readonly transactions: readonly CardanoTransaction[];
}

/**
 * Of the main network: its first block's hash, and when the Shelley era began, in seconds and in slots of one second.
 */
const GENESIS_HASH = '5f20df933584822601f9e3f8c024eb5eb252fe8cefb24d1317dc3d432e940ebb';
const GENESIS_TIME = 1_506_203_091;
const SHELLEY_TIME = 1_596_059_091;
const SHELLEY_SLOT = 4_492_800;
const SHELLEY_EPOCH = 208;
const EPOCH_SLOTS = 432_000;

export const GENESIS: CardanoBlock = {
  height: 0,
  hash: GENESIS_HASH,
  parentHash: '',
  time: GENESIS_TIME,
  proof: '',
  transactions: [],
};

/** The slot of a time in seconds, on the main network since its Shelley era. Pure. */
export const slotAt = (time: number): number => time - SHELLEY_TIME + SHELLEY_SLOT;

/** The epoch of a slot, and the slot's position in it. Pure. */
export function epochAt(slot: number): { epoch: number; epochSlot: number } {
  const since = slot - SHELLEY_SLOT;
  return { epoch: SHELLEY_EPOCH + Math.floor(since / EPOCH_SLOTS), epochSlot: since % EPOCH_SLOTS };
}

/**
 * The block after `parent`. Its header commits to its position, its parent and its transactions; slots need no leader
 * here. Pure.
 */
export function makeBlock(
  parent: CardanoBlock,
  { time, proof, transactions }: Pick<CardanoBlock, 'time' | 'proof' | 'transactions'>,
): CardanoBlock {
  const height = parent.height + 1;
  const body = blake2b(concatBytes(...transactions.map(({ cbor }) => hexToBytes(cbor))), { dkLen: 32 });
  const header = encode([height, slotAt(time), hexToBytes(parent.hash), hexToBytes(proof), sizeOf(transactions), body]);
  const hash = bytesToHex(blake2b(header, { dkLen: 32 }));
  return { height, hash, parentHash: parent.hash, time, proof, transactions };
}

/** How many bytes the transactions have together. Pure. */
export const sizeOf = (transactions: readonly CardanoTransaction[]): number =>
  transactions.reduce((bytes, { cbor }) => bytes + cbor.length / 2, 0);
