import { compactBn, compactNumber } from '@polkadot-api/substrate-bindings';
import { hash256, joined, toHex } from './bytes.ts';

const VERSION = 4;
const SIGNED = 0x80;
const ACCOUNT = 0;
const SR25519 = 1;
const TIMESTAMP_SET = Uint8Array.of(3, 0);
const TRANSFER_KEEP_ALIVE = Uint8Array.of(10, 3);
/** A payload longer than this is signed by its hash. */
const LONGEST_PAYLOAD = 256;

/** With its length before it, as a block and the RPC have it. */
const counted = (bytes: Uint8Array): Uint8Array => joined(compactNumber.enc(bytes.length), bytes);

/** What a block begins with: its time, in milliseconds. */
export const timestampExtrinsic = (milliseconds: bigint): Uint8Array =>
  counted(joined(Uint8Array.of(VERSION), TIMESTAMP_SET, compactBn.enc(milliseconds)));

/** The name of an extrinsic. It is unique among those that are signed. */
export const hashExtrinsic = (extrinsic: Uint8Array): string => toHex(hash256(extrinsic));

export interface TransferInput {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly amount: bigint;
  readonly nonce: number;
  /** What the signature commits to beside the call: the runtime and the chain. */
  readonly signedFor: {
    readonly specVersion: number;
    readonly transactionVersion: number;
    readonly genesis: Uint8Array;
  };
  /** An sr25519 signature. */
  sign(payload: Uint8Array): Uint8Array;
}

/**
 * A signed `Balances.transfer_keep_alive` that never expires, with Asset Hub's extensions: no tip, fees in the native coin, no
 * hash of the metadata.
 */
export function transferExtrinsic({ from, to, amount, nonce, signedFor, sign }: TransferInput): Uint8Array {
  const call = joined(TRANSFER_KEEP_ALIVE, Uint8Array.of(ACCOUNT), to, compactBn.enc(amount));
  const immortal = Uint8Array.of(0);
  const noTip = Uint8Array.of(0, 0);
  const noMetadataHash = Uint8Array.of(0);
  const extra = joined(immortal, compactNumber.enc(nonce), noTip, noMetadataHash);
  const versions = new Uint8Array(8);
  const view = new DataView(versions.buffer);
  view.setUint32(0, signedFor.specVersion, true);
  view.setUint32(4, signedFor.transactionVersion, true);
  const { genesis } = signedFor;
  const payload = joined(call, extra, versions, genesis, genesis, noMetadataHash);
  const signature = sign(payload.length > LONGEST_PAYLOAD ? hash256(payload) : payload);
  const head = joined(Uint8Array.of(SIGNED | VERSION, ACCOUNT), from, Uint8Array.of(SR25519), signature);
  return counted(joined(head, extra, call));
}
