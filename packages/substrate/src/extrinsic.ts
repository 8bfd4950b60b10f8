import { compactBn, compactNumber } from '@polkadot-api/substrate-bindings';
import { hash256, joined, toHex } from './bytes.ts';

const VERSION = 4;
const TIMESTAMP_SET = Uint8Array.of(3, 0);

/** With its length before it, as a block and the RPC have it. */
const counted = (bytes: Uint8Array): Uint8Array => joined(compactNumber.enc(bytes.length), bytes);

/** What a block begins with: its time, in milliseconds. */
export const timestampExtrinsic = (milliseconds: bigint): Uint8Array =>
  counted(joined(Uint8Array.of(VERSION), TIMESTAMP_SET, compactBn.enc(milliseconds)));

/** The hash of an extrinsic, unique among signed ones. */
export const hashExtrinsic = (extrinsic: Uint8Array): string => toHex(hash256(extrinsic));
