import { compactNumber, u16 } from '@polkadot-api/substrate-bindings';
import { fromHex, hash256, joined, toHex } from './bytes.ts';

/** Values from this length on are kept beside the trie, under their hash (sp-trie, state version 1). */
const VALUE_BESIDE = 33;
/** Nodes of fewer bytes are part of their parent. */
const NODE_BESIDE = 32;

/** How a node begins: the bits of its kind, and how many of the byte's others hold the length of its key. */
const LEAF = { bits: 0b0100_0000, room: 6 };
const BRANCH = { bits: 0b1000_0000, room: 6 };
const BRANCH_WITH_VALUE = { bits: 0b1100_0000, room: 6 };
const LEAF_WITH_HASH = { bits: 0b0010_0000, room: 5 };
const BRANCH_WITH_HASH = { bits: 0b0001_0000, room: 4 };

interface Entry {
  /** The key's hexadecimal digits. */
  readonly digits: string;
  readonly value: Uint8Array;
}

/** The state that a block's root commits to. */
export interface Trie {
  readonly root: string;
  /** The nodes, and long values, on the way to each key: what proves the values there, or that there is none. */
  prove(keys: readonly string[]): Uint8Array[];
}

/**
 * Substrate's trie over these values: base-16 Merkle-Patricia with BLAKE2b-256. Keys are hexadecimal with 0x.
 * `hasLongValuesBeside` is state version 1, as the state of Asset Hub is; the root over a block's transactions is
 * version 0.
 */
export function buildTrie(values: ReadonlyMap<string, Uint8Array>, hasLongValuesBeside = true): Trie {
  const kept = new Map<string, Uint8Array>();
  /** By the digits that lead to a node: what is stored apart from its parent. */
  const onTheWay = new Map<string, Uint8Array[]>();
  const entries = [...values]
    .map(([key, value]) => ({ digits: key.slice(2), value }))
    .toSorted((one, other) => (one.digits < other.digits ? -1 : 1));

  function keep(bytes: Uint8Array, path: string): Uint8Array {
    const hash = hash256(bytes);
    kept.set(toHex(hash), bytes);
    onTheWay.set(path, [...(onTheWay.get(path) ?? []), bytes]);
    return hash;
  }

  function write(value: Uint8Array, path: string): { isBeside: boolean; bytes: Uint8Array } {
    const isBeside = hasLongValuesBeside && value.length >= VALUE_BESIDE;
    return { isBeside, bytes: isBeside ? keep(value, path) : joined(compactNumber.enc(value.length), value) };
  }

  function build(group: readonly Entry[], path: string): Uint8Array {
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined) return Uint8Array.of(0);
    const rest = first.digits.slice(path.length);
    if (group.length === 1) {
      const { isBeside, bytes } = write(first.value, first.digits);
      return joined(keyPart(isBeside ? LEAF_WITH_HASH : LEAF, rest), bytes);
    }
    const shared = commonStart(rest, last.digits.slice(path.length));
    const here = path + shared;
    const own = group.find(({ digits }) => digits.length === here.length);
    const value = own === undefined ? undefined : write(own.value, own.digits);
    const kind = value === undefined ? BRANCH : value.isBeside ? BRANCH_WITH_HASH : BRANCH_WITH_VALUE;
    let bitmap = 0;
    const children: Uint8Array[] = [];
    for (let digit = 0; digit < 16; digit += 1) {
      const below = here + digit.toString(16);
      const inside = group.filter(({ digits }) => digits.startsWith(below));
      if (inside.length === 0) continue;
      bitmap |= 1 << digit;
      const child = build(inside, below);
      const written = child.length < NODE_BESIDE ? child : keep(child, below);
      children.push(compactNumber.enc(written.length), written);
    }
    return joined(keyPart(kind, shared), u16.enc(bitmap), value?.bytes ?? new Uint8Array(), ...children);
  }

  const root = toHex(keep(build(entries, ''), ''));
  return {
    root,
    prove: (keys) => {
      const digits = keys.map((key) => key.slice(2));
      return [...onTheWay].flatMap(([path, parts]) => (digits.some((key) => key.startsWith(path)) ? parts : []));
    },
  };
}

/** The root over a block's transactions, in their order, in Asset Hub's version 0. */
export const extrinsicsRoot = (extrinsics: readonly Uint8Array[]): string => rootOf(extrinsics, false);

/** The roots that a runtime may write for these transactions: the runtime decides which version it uses. */
export const extrinsicsRoots = (extrinsics: readonly Uint8Array[]): string[] => [
  rootOf(extrinsics, false),
  rootOf(extrinsics, true),
];

function rootOf(extrinsics: readonly Uint8Array[], hasLongValuesBeside: boolean): string {
  const places = extrinsics.map((bytes, place) => [toHex(compactNumber.enc(place)), bytes] as const);
  return buildTrie(new Map(places), hasLongValuesBeside).root;
}

function keyPart({ bits, room }: { bits: number; room: number }, digits: string): Uint8Array {
  const most = 2 ** room - 1;
  const head: number[] = [];
  if (digits.length < most) head.push(bits | digits.length);
  else {
    head.push(bits | most);
    let left = digits.length - most;
    for (; left >= 255; left -= 255) head.push(255);
    head.push(left);
  }
  return joined(Uint8Array.from(head), fromHex(`0x${digits.length % 2 === 0 ? digits : `0${digits}`}`));
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
