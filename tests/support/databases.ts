import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The two kinds of database that the product runs on. */
export const DATABASES = ['embedded', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** The PostgreSQL that stands for any external server; `npm test` starts one and names it here. */
export const externalServer = process.env['TEST_DATABASE_URL'];

/** Why a test that needs the external PostgreSQL can't run. */
export const NO_EXTERNAL_SERVER = 'TEST_DATABASE_URL names no PostgreSQL; `npm test` starts one';

/**
 * The database for tests that do not depend on its kind: the external one where there is one, since starting the
 * embedded one takes seconds.
 */
export const USUAL_DATABASE: DatabaseKind = externalServer === undefined ? 'embedded' : 'postgres';

/** Names the database on the external server that has the whole schema and no rows: see `template.ts`. */
export const TEMPLATE_VARIABLE = 'TEST_DATABASE_TEMPLATE';

/** A database of its own on the external server. */
export interface ExternalDatabase {
  readonly address: string;
  /** Ends all connections to it. */
  drop(): Promise<void>;
}

/** Makes a database of its own on the external server, with the schema already where the run has a template. */
export const createMigratedDatabase = (): Promise<ExternalDatabase> => createDatabase(process.env[TEMPLATE_VARIABLE]);

/** Makes a database of its own on the external server: an empty one, or a copy of `template`. */
export async function createDatabase(template = 'template1'): Promise<ExternalDatabase> {
  if (externalServer === undefined) throw new Error(NO_EXTERNAL_SERVER);
  const name = `kobogate_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(externalServer);
  address.pathname = `/${name}`;
  await onServer(externalServer, `create database ${name} template ${template}`);
  return { address: address.href, drop: () => onServer(externalServer, `drop database ${name} with (force)`) };
}

async function onServer(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
