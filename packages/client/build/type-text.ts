/** As much of JSON Schema as the contract's schemas come out as. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
}

/**
 * A JSON schema as the text of a TypeScript type. An alternative without a type (a number read from its own digits) is
 * left out, since the other alternatives say what may be written. Throws where it meets something that the contract
 * does not use yet. Pure.
 */
export function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf !== undefined) return unionText(schema.anyOf);
  if (typeof schema.type === 'object') return unionText(schema.type.map((type) => ({ ...schema, type })));
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeText(schema.items ?? {})})[]`;
    case 'object':
      return objectText(schema);
    case undefined:
      if (Object.keys(schema).length === 0) return 'unknown';
  }
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

function unionText(schemas: readonly JsonSchema[]): string {
  const texts = schemas.map(typeText).filter((text) => text !== 'unknown');
  return texts.length === 0 ? 'unknown' : [...new Set(texts)].join(' | ');
}

function objectText({ properties, required = [], additionalProperties, propertyNames }: JsonSchema): string {
  if (properties === undefined && typeof additionalProperties === 'object') {
    return `{ readonly [name in ${typeText(propertyNames ?? { type: 'string' })}]: ${typeText(additionalProperties)} }`;
  }
  const fields = Object.entries(properties ?? {}).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    return required.includes(name)
      ? `readonly ${key}: ${typeText(field)};`
      : `readonly ${key}?: ${typeText(field)} | undefined;`;
  });
  return `{ ${fields.join(' ')} }`;
}
