import * as z from 'zod/mini';

/** As much of JSON Schema as the contract's schemas come out as. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** One field as the reference shows it. */
export interface FieldRow {
  /** With its path from the top, such as `data.deposits[].amount`. */
  readonly path: string;
  /** In words, such as `text or null`. */
  readonly type: string;
  readonly isOptional: boolean;
}

/** The fields of a schema, each nested one below its parent, in the contract's order. Pure. */
export function fieldRows(schema: z.ZodMiniType, io: 'input' | 'output'): FieldRow[] {
  return rowsOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema, '');
}

function rowsOf(schema: Schema, way: string): FieldRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = way === '' ? name : `${way}.${name}`;
    const row = { path, type: typeInWords(field), isOptional: schema.required?.includes(name) !== true };
    const inner = solid(field);
    return [row].concat(inner.items === undefined ? rowsOf(inner, path) : rowsOf(solid(inner.items), `${path}[]`));
  });
}

/** The type of a field where it is not null. */
const solid = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

function typeInWords(schema: Schema): string {
  if (schema.const !== undefined) return `“${schema.const}”`;
  if (schema.enum !== undefined) return schema.enum.map((value) => `“${value}”`).join(', ');
  if (schema.anyOf !== undefined) return eitherInWords(schema.anyOf.map(typeInWords));
  if (typeof schema.type === 'object') return eitherInWords(schema.type.map((type) => WORDS[type] ?? type));
  if (schema.type === 'array') return `list of ${typeInWords(schema.items ?? {})}`;
  return WORDS[schema.type ?? ''] ?? '';
}

const WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'number',
  integer: 'number',
  boolean: 'true or false',
  null: 'null',
  object: 'object',
};

const eitherInWords = (words: readonly string[]): string =>
  [...new Set(words.filter((word) => word !== ''))].join(' or ');
