import { decAnyMetadata, unifyMetadata } from '@polkadot-api/substrate-bindings';

/**
 * The two bytes that a call begins with, pallet and call, by a runtime's own metadata (`state_getMetadata`, any version
 * since 14). Null where the runtime has no such call. Throws where the metadata can't be read.
 */
export function findCall(metadata: Uint8Array, pallet: string, call: string): readonly [number, number] | null {
  const unified = unifyMetadata(decAnyMetadata(metadata));
  const found = unified.pallets.find(({ name }) => name === pallet);
  const type = unified.lookup.find(({ id }) => id === found?.calls?.type);
  if (found === undefined || type?.def.tag !== 'variant') return null;
  const variant = type.def.value.find(({ name }) => name === call);
  return variant === undefined ? null : [found.index, variant.index];
}
