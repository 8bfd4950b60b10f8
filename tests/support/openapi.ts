import * as z from 'zod/mini';
import { send } from './http.ts';

const withFields = z.object({
  properties: z.optional(z.record(z.string(), z.unknown())),
  $ref: z.optional(z.string()),
});
const operation = z.object({
  'x-access': z.optional(z.string()),
  'x-roles': z.optional(z.array(z.string())),
  requestBody: z.optional(
    z.object({
      content: z.object({
        // An operation that takes a file has none.
        'application/json': z.optional(z.object({ schema: withFields })),
      }),
    }),
  ),
});
const description = z.object({
  openapi: z.string(),
  components: z.object({ schemas: z.record(z.string(), withFields) }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
});

/** One call as the API describes it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly access: string;
  /** The roles of the team that may make it. */
  readonly roles: readonly string[];
  /** Names of the body's fields. */
  readonly fields: readonly string[];
}

/** Every operation of a running API, from its own description. */
export async function readOperations(apiBase: string): Promise<Operation[]> {
  const answer = await send('GET', `${apiBase}/openapi.json`);
  const { paths, components } = description.parse(answer.json);
  const fieldsOf = (schema: z.output<typeof withFields> | undefined): string[] => {
    const name = schema?.$ref?.replace('#/components/schemas/', '');
    return Object.keys((name === undefined ? schema : components.schemas[name])?.properties ?? {});
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({
      method: method.toUpperCase(),
      path,
      access: found['x-access'] ?? '',
      roles: found['x-roles'] ?? [],
      fields: fieldsOf(found.requestBody?.content['application/json']?.schema),
    })),
  );
}
