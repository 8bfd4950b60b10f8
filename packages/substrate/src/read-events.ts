import { getLookupCodecBuilder, getLookupFn } from '@polkadot-api/metadata-builders';
import { decAnyMetadata, Hex, unifyMetadata } from '@polkadot-api/substrate-bindings';

/** An event of the runtime, its fields by name: an account as its address, an amount as a bigint. */
export interface RuntimeEvent {
  readonly type: string;
  readonly value: { readonly type: string; readonly value: unknown };
}

/** An event as a node stores it, and when in its block it happened. */
export interface EventRecord {
  readonly phase:
    | { readonly type: 'ApplyExtrinsic'; readonly value: number }
    | { readonly type: 'Initialization' | 'Finalization'; readonly value?: undefined };
  readonly event: RuntimeEvent;
  readonly topics: readonly string[];
}

/** Reads the events of a block from their bytes. Throws where they are not what the metadata says. */
export type EventReader = (bytes: Uint8Array) => readonly EventRecord[];

/**
 * A reader of the events that a runtime deposits, by its own metadata (`state_getMetadata`, any version since 14).
 * Accounts are read as their 32 bytes in hexadecimal with 0x. Throws where the metadata can't be read.
 */
export function createEventReader(metadata: Uint8Array): EventReader {
  const unified = unifyMetadata(decAnyMetadata(metadata));
  const system = unified.pallets.find(({ name }) => name === 'System');
  const events = system?.storage?.items.find(({ name }) => name === 'Events');
  if (events?.type.tag !== 'plain') throw new Error('the metadata has no System.Events');
  const codec = getLookupCodecBuilder(getLookupFn(unified), Hex(32))(events.type.value);
  return (bytes) => codec.dec(bytes);
}
