import * as z from 'zod/mini';
import { send } from './http.ts';

const operation = z.object({
  'x-access': z.optional(z.string()),
  'x-roles': z.optional(z.array(z.string())),
  requestBody: z.optional(
    z.object({
      content: z.object({
        // An operation that takes a file has none.
        'application/json': z.optional(
          z.object({ schema: z.object({ properties: z.optional(z.record(z.string(), z.unknown())) }) }),
        ),
      }),
    }),
  ),
});
const description = z.object({
  openapi: z.string(),
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
  const { paths } = description.parse(answer.json);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => ({
      method: method.toUpperCase(),
      path,
      access: found['x-access'] ?? '',
      roles: found['x-roles'] ?? [],
      fields: Object.keys(found.requestBody?.content['application/json']?.schema.properties ?? {}),
    })),
  );
}
