import { checkAddress } from '@kobogate/addresses';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import type { PolkadotPlanned } from './plan.ts';

/** The hash of Asset Hub's first block: a signature commits to it, and counts on no other chain. */
export const ASSET_HUB_GENESIS_HASH = '68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f';

/**
 * Balances.transfer_keep_alive in Asset Hub's runtime (polkadot-fellows/runtimes, asset-hub-polkadot). The signer can't
 * ask a node: the planner compares this with the runtime's metadata.
 */
export const TRANSFER_KEEP_ALIVE: readonly [number, number] = [10, 3];
const ACCOUNT = 0;
const SR25519 = 1;
/** An extrinsic of version 4 that is signed. */
const SIGNED = 0x84;
/**
 * It never expires, because signing may take long. Accounts that are kept alive keep their nonces, so it can't run
 * twice.
 */
const IMMORTAL = 0;
const NO_TIP = Uint8Array.of(0, 0);
const NO_METADATA_HASH = Uint8Array.of(0);
const SIGNATURE_BYTES = 64;

/** A transfer of DOT on Asset Hub as it is signed. Accounts are public keys, the amount is in planck. */
export interface DotTransfer {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly amount: bigint;
  readonly nonce: number;
  readonly specVersion: number;
  readonly transactionVersion: number;
}

/** The transfer of a planned transaction. Throws where an address is invalid. Pure. */
export function dotTransferOf(planned: PolkadotPlanned): DotTransfer {
  const { amount, nonce, specVersion, transactionVersion, from, payee } = planned;
  return { amount, nonce, specVersion, transactionVersion, from: accountOf(from.address), to: accountOf(payee) };
}

/** What the sender signs with sr25519: short enough to be signed without hashing. Pure. */
export function dotTransferPayload(transfer: DotTransfer): Uint8Array {
  const { specVersion, transactionVersion } = transfer;
  const versions = new Uint8Array(8);
  const view = new DataView(versions.buffer);
  view.setUint32(0, specVersion, true);
  view.setUint32(4, transactionVersion, true);
  const genesis = hexToBytes(ASSET_HUB_GENESIS_HASH);
  // An immortal transaction names the first block as the block that it counts from.
  return concatBytes(callOf(transfer), extraOf(transfer), versions, genesis, genesis, NO_METADATA_HASH);
}

/** The signed extrinsic as blocks and nodes have it. Pure. */
export function dotTransferSigned(transfer: DotTransfer, signature: Uint8Array): Uint8Array {
  const body = concatBytes(headOf(transfer), signature, extraOf(transfer), callOf(transfer));
  return concatBytes(compact(BigInt(body.length)), body);
}

/** The signature in a signed extrinsic (hexadecimal) that is this transfer; null where it is another. Pure. */
export function dotTransferSignature(transfer: DotTransfer, raw: string): Uint8Array | null {
  if (!/^0x(?:[0-9a-f]{2})+$/.test(raw)) return null;
  const bytes = hexToBytes(raw.slice(2));
  const rest = extraOf(transfer).length + callOf(transfer).length;
  const signature = bytes.subarray(bytes.length - rest - SIGNATURE_BYTES, bytes.length - rest);
  if (signature.length !== SIGNATURE_BYTES) return null;
  return `0x${bytesToHex(dotTransferSigned(transfer, signature))}` === raw ? signature : null;
}

const headOf = ({ from }: DotTransfer): Uint8Array =>
  concatBytes(Uint8Array.of(SIGNED, ACCOUNT), from, Uint8Array.of(SR25519));

const extraOf = ({ nonce }: DotTransfer): Uint8Array =>
  concatBytes(Uint8Array.of(IMMORTAL), compact(BigInt(nonce)), NO_TIP, NO_METADATA_HASH);

const callOf = ({ to, amount }: DotTransfer): Uint8Array =>
  concatBytes(Uint8Array.of(...TRANSFER_KEEP_ALIVE, ACCOUNT), to, compact(amount));

/** SCALE's compact form of a number, in as few bytes as it takes. */
function compact(value: bigint): Uint8Array {
  const mode = value < 1n << 6n ? 0 : value < 1n << 14n ? 1 : value < 1n << 30n ? 2 : 3;
  if (mode < 3) return little((value << 2n) | BigInt(mode), 2 ** mode);
  const length = Math.ceil(value.toString(16).length / 2);
  return concatBytes(Uint8Array.of(((length - 4) << 2) | 3), little(value, length));
}

function little(value: bigint, length: number): Uint8Array {
  return hexToBytes(value.toString(16).padStart(2 * length, '0')).toReversed();
}

function accountOf(address: string): Uint8Array {
  const checked = checkAddress('polkadot', address, 'Polkadot');
  if ('problem' in checked) throw new Error(`${address} is no address: ${checked.problem}`);
  return hexToBytes(checked.addressKey);
}
