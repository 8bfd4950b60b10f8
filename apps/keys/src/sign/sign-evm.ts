import type { EvmPlanned } from '@kobogate/plans';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { bytesOf, encodeRlp, joined, type RlpItem, rlpNumber } from './rlp.ts';

/** The type of EIP-1559's transactions (EIP-2718). */
const DYNAMIC_FEE = Uint8Array.of(2);
const HALF = 32;

/** A planned transaction signed for a chain, as its node takes it. Deterministic (RFC 6979). Pure. */
export function signEvm(planned: EvmPlanned, chainId: number, privateKey: Uint8Array): string {
  const fields: readonly RlpItem[] = [
    rlpNumber(BigInt(chainId)),
    rlpNumber(BigInt(planned.nonce)),
    rlpNumber(planned.maxPriorityFeePerGas),
    rlpNumber(planned.maxFeePerGas),
    rlpNumber(planned.gas),
    bytesOf(planned.to),
    rlpNumber(planned.value),
    bytesOf(planned.data),
    [],
  ];
  const hash = keccak_256(joined([DYNAMIC_FEE, encodeRlp(fields)]));
  const signature = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' });
  const [parity = 0] = signature;
  const half = (start: number): Uint8Array =>
    rlpNumber(BigInt(`0x${bytesToHex(signature.subarray(start, start + HALF))}`));
  const signed = encodeRlp([...fields, rlpNumber(BigInt(parity)), half(1), half(1 + HALF)]);
  return `0x${bytesToHex(joined([DYNAMIC_FEE, signed]))}`;
}
