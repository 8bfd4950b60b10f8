import type { ChainAddress } from '@kobogate/addresses';
import { ASSETS, type LedgerAsset, type NetworkId, STRAY_ASSETS } from '@kobogate/contract';
import type { KeyPlace } from '@kobogate/plans';

/** What one signed transaction does, by its bytes. Amounts in smallest units. */
export interface Effect {
  /** Whose coins it moves: places that the plan names, and no others. */
  readonly senders: readonly KeyPlace[];
  /** The most that the network can take, in its own coin. */
  readonly cost: bigint;
  readonly moves: readonly Move[];
}

export interface Move {
  /** The address's key, in the form of `ChainAddress.addressKey`. */
  readonly to: string;
  /** Undefined: a token that is not known. */
  readonly asset: LedgerAsset | undefined;
  readonly amount: bigint;
}

/** What a reader is told besides the bytes. */
export interface ReadingOf<Planned> {
  readonly network: NetworkId;
  readonly planned: Planned;
  /** A transfer to the token account of this address is one to it. */
  readonly cold: ChainAddress;
}

/** Every asset of a network that the ledger can book. Pure. */
export const assetsOf = (network: NetworkId): LedgerAsset[] =>
  [...ASSETS, ...STRAY_ASSETS].filter((asset) => asset.network === network);

/** The network's own coin, in which its fees are paid. Pure. */
export function coinOf(network: NetworkId): LedgerAsset {
  const coin = assetsOf(network).find(({ contract }) => contract === null);
  if (coin === undefined) throw new Error(`there is no own coin of ${network}`);
  return coin;
}

/** The place of the only address that may have sent it. Throws where the bytes name another one. */
export function senderAt(place: KeyPlace, address: string): KeyPlace {
  if (place.address !== address) throw new Error(`it takes coins of ${address}`);
  return place;
}

/** Reads bytes one after another. Its calls throw where they are cut off. */
export function createCursor(bytes: Uint8Array) {
  let at = 0;
  const take = (length: number): Uint8Array => {
    const taken = bytes.subarray(at, at + length);
    if (taken.length < length) throw new Error('it is cut off');
    at += length;
    return taken;
  };
  const byte = (): number => take(1)[0] ?? 0;
  /** Seven bits a byte, the lowest first, up to 63. */
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 63n; shift += 7n) {
      const next = byte();
      value |= BigInt(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
    throw new Error('a number of it is too large');
  };
  return {
    take,
    byte,
    varint,
    little: (length: number): bigint => take(length).reduceRight((value, next) => (value << 8n) | BigInt(next), 0n),
    rest: (): number => bytes.length - at,
    /** Throws unless these bytes are next. */
    expect: (...wanted: number[]): void => {
      if (wanted.some((each) => byte() !== each)) throw new Error('it has another form');
    },
    /** Throws where something follows. */
    end: (): void => {
      if (at < bytes.length) throw new Error('something follows it');
    },
  };
}
