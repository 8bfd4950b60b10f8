import type { V14 } from '@polkadot-api/substrate-bindings';

type Entry = V14['lookup'][number];
type Definition = Entry['def'];

/** A field of a struct or variant: its name, null where it has none, and the id of its type. */
export type Field = readonly [name: string | null, type: number];

/** A registry of types as in a runtime's metadata: each gets the next id, and refers to others by theirs. */
export interface TypeRegistry {
  readonly entries: readonly Entry[];
  primitive(tag: 'bool' | 'u8' | 'u32' | 'u64' | 'u128'): number;
  composite(path: readonly string[], fields: readonly Field[]): number;
  /** `cases` by name: the number on the wire and the fields. */
  variant(path: readonly string[], cases: Readonly<Record<string, readonly [index: number, ...Field[]]>>): number;
  array(length: number, type: number): number;
  sequence(type: number): number;
  compact(type: number): number;
}

/** An empty registry. */
export function createTypeRegistry(): TypeRegistry {
  const entries: Entry[] = [];
  const add = (def: Definition, path: readonly string[] = []): number => {
    entries.push({ id: entries.length, path: [...path], params: [], def, docs: [] });
    return entries.length - 1;
  };
  const field = ([name, type]: Field) => ({ name: name ?? undefined, type, typeName: undefined, docs: [] });
  return {
    entries,
    primitive: (tag) => add({ tag: 'primitive', value: { tag, value: undefined } }),
    composite: (path, fields) => add({ tag: 'composite', value: fields.map(field) }, path),
    variant: (path, cases) => {
      const value = Object.entries(cases).map(([name, [index, ...fields]]) => ({
        name,
        index,
        fields: fields.map(field),
        docs: [],
      }));
      return add({ tag: 'variant', value }, path);
    },
    array: (len, type) => add({ tag: 'array', value: { len, type } }),
    sequence: (type) => add({ tag: 'sequence', value: type }),
    compact: (type) => add({ tag: 'compact', value: type }),
  };
}
