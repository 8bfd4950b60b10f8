import type { Endpoint } from '@kobogate/contract';
import * as z from 'zod/mini';

export type Json = Record<string, unknown>;

/** Schemas that have a name of their own: tools make their types of these names. */
export type SchemaNames = ReadonlyMap<Endpoint['answer'], string>;

interface SchemaWriter {
  readonly write: (schema: Endpoint['answer'], io: 'input' | 'output') => Json;
  /** The named ones that were written so far. */
  readonly named: () => Json;
}

const PLACE = '#/components/schemas/';

/**
 * Writes schemas as JSON Schema: one that has a name once, in the list of named ones, and a reference to it elsewhere;
 * some named ones have a description.
 */
export function createSchemaWriter(names: SchemaNames, descriptions: SchemaNames = new Map()): SchemaWriter {
  const metadata = z.registry<{ id: string; description?: string }>();
  for (const [schema, id] of names) {
    const description = descriptions.get(schema);
    metadata.add(schema, description === undefined ? { id } : { id, description });
  }
  const named = new Map<string, unknown>();
  return {
    write: (schema, io) => {
      const override = ({ jsonSchema }: { jsonSchema: Json }): void => tidy(jsonSchema, io);
      const written: Json = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata, override });
      const { $schema: _, $defs, ...rest } = written;
      for (const [name, found] of Object.entries(Object($defs))) named.set(name, rerouted(found));
      return Object(rerouted(rest));
    },
    named: () => Object.fromEntries([...named].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/**
 * Removes what tools can't handle: an alternative without content, required names that are not listed, and the statement that
 * an answer has no other fields, since it may get some.
 */
function tidy(schema: Json, io: 'input' | 'output'): void {
  const { anyOf, propertyNames, required, additionalProperties } = schema;
  if (Array.isArray(anyOf)) schema['anyOf'] = anyOf.filter((part) => Object.keys(Object(part)).length > 0);
  if (io === 'output' && additionalProperties === false) delete schema['additionalProperties'];
  const { enum: listed }: { readonly enum?: unknown } = Object(propertyNames);
  if (!Array.isArray(listed) || required === undefined) return;
  schema['properties'] = Object.fromEntries(listed.map((name) => [name, additionalProperties]));
  delete schema['propertyNames'];
  delete schema['additionalProperties'];
}

/** The same with its references going to the description's own list. */
function rerouted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rerouted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === '$ref' && typeof inner === 'string' ? inner.replace('#/$defs/', PLACE) : rerouted(inner),
    ]),
  );
}
