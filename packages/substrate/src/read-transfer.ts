import { Bytes, compactBn, compactNumber, Struct, u8 } from '@polkadot-api/substrate-bindings';

const SIGNED_VERSION = 0x84;
const transfer = Struct({
  length: compactNumber,
  version: u8,
  senderKind: u8,
  from: Bytes(32),
  signatureKind: u8,
  signature: Bytes(64),
  era: u8,
  nonce: compactNumber,
  tip: u8,
  feeAsset: u8,
  metadataHash: u8,
  call: Bytes(2),
  receiverKind: u8,
  to: Bytes(32),
  amount: compactBn,
});

/** A signed `Balances.transfer_keep_alive` that never expires and gives no tip. */
export interface SignedTransfer {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly amount: bigint;
  readonly nonce: number;
  readonly signature: Uint8Array;
}

/**
 * The transfer in an extrinsic of that kind; null for one that is not signed. Throws where the bytes are something
 * else.
 */
export function readTransfer(extrinsic: Uint8Array): SignedTransfer | null {
  const version = extrinsic[compactNumber.enc(compactNumber.dec(extrinsic)).length];
  if (version !== SIGNED_VERSION) return null;
  const { from, to, amount, nonce, signature } = transfer.dec(extrinsic);
  return { from, to, amount, nonce, signature };
}

/** An account of 32 bytes that signed, as `MultiAddress` and `MultiSignature` write it: their first kinds. */
const [ACCOUNT, ECDSA] = [0, 2];

/**
 * Who has signed an extrinsic, and which of their nonces it used up, whatever it calls and however long it is valid; null if no
 * account has signed it in this form. Throws where it is cut off. Pure.
 */
export function readNumber(extrinsic: Uint8Array): Pick<SignedTransfer, 'from' | 'nonce'> | null {
  const start = compactNumber.enc(compactNumber.dec(extrinsic)).length;
  if (extrinsic[start] !== SIGNED_VERSION || extrinsic[start + 1] !== ACCOUNT) return null;
  const signature = start + 2 + 32;
  const era = signature + 1 + (extrinsic[signature] === ECDSA ? 65 : 64);
  // An immortal one has a zero there, and any other two bytes.
  const nonce = era + (extrinsic[era] === 0 ? 1 : 2);
  if (nonce >= extrinsic.length) throw new Error('the extrinsic is cut off');
  return { from: extrinsic.slice(start + 2, signature), nonce: compactNumber.dec(extrinsic.slice(nonce)) };
}
