import { compactNumber } from '@polkadot-api/substrate-bindings';
import { fromHex, hash256, joined, toHex } from './bytes.ts';

/** A block's header as a node's RPC writes it, with its number read. All but the number are hexadecimal with 0x. */
export interface Header {
  readonly parentHash: string;
  readonly number: number;
  readonly stateRoot: string;
  readonly extrinsicsRoot: string;
  readonly digest: { readonly logs: readonly string[] };
}

/** The header in the bytes that are hashed (sp-runtime, generic/header.rs). */
export function encodeHeader(header: Header): Uint8Array {
  const { parentHash, number, stateRoot, extrinsicsRoot, digest } = header;
  return joined(
    fromHex(parentHash),
    compactNumber.enc(number),
    fromHex(stateRoot),
    fromHex(extrinsicsRoot),
    compactNumber.enc(digest.logs.length),
    ...digest.logs.map(fromHex),
  );
}

/** The block's hash: that of its header, which commits to its parent, its transactions and the state after it. */
export const hashHeader = (header: Header): string => toHex(hash256(encodeHeader(header)));
