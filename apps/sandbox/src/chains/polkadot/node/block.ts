import {
  buildTrie,
  EVENTS_KEY,
  type EventRecord,
  extrinsicsRoot,
  hashHeader,
  type Header,
  joined,
  TIME_KEY,
  timestampExtrinsic,
  toHex,
} from '@kobogate/substrate';
import { u64 } from '@polkadot-api/substrate-bindings';
import { EVENTS, inExtrinsic } from './events.ts';
import type { Runtime } from './runtime.ts';

/** The values that a block changes, by their key in hexadecimal with 0x. */
export type Changes = ReadonlyMap<string, Uint8Array>;

export interface Block {
  readonly hash: string;
  readonly header: Header;
  readonly extrinsics: readonly Uint8Array[];
  readonly changes: Changes;
  /** In the state after the block: its children are made with it. */
  readonly runtime: Runtime;
}

export interface BlockContent {
  /** In milliseconds. */
  readonly time: bigint;
  /** After the time, which every block begins with. */
  readonly extrinsics: readonly Uint8Array[];
  /** What the extrinsics did; the place of the first of them is 1. */
  readonly events: readonly EventRecord[];
  readonly state?: Changes | undefined;
  /** The runtime that the block upgrades the chain to. Its own events are still written by the runtime before. */
  readonly upgrade?: Runtime | undefined;
  /** Distinguishes this block from another with the same content. */
  readonly salt: number;
}

/** The block that these contents make on top of `parent`; `before` is the state that `parent` left. */
export function makeBlock(
  parent: Block,
  before: ReadonlyMap<string, Uint8Array>,
  { time, extrinsics, events, state = new Map(), upgrade, salt }: BlockContent,
): Block {
  const all = [timestampExtrinsic(time), ...extrinsics];
  const records = [...inExtrinsic(0, EVENTS.succeeded()), ...events];
  const changes = new Map([...state, [EVENTS_KEY, parent.runtime.encodeEvents(records)], [TIME_KEY, u64.enc(time)]]);
  const header: Header = {
    parentHash: parent.hash,
    number: parent.header.number + 1,
    stateRoot: buildTrie(new Map([...before, ...changes])).root,
    extrinsicsRoot: extrinsicsRoot(all),
    digest: { logs: [slotLog(salt)] },
  };
  return { hash: hashHeader(header), header, extrinsics: all, changes, runtime: upgrade ?? parent.runtime };
}

/** The digest of Aura's slot: kind 6, before the runtime, eight bytes. */
const slotLog = (slot: number): string =>
  toHex(joined(Uint8Array.of(6), Buffer.from('aura'), Uint8Array.of(8 * 4), u64.enc(BigInt(slot))));
