import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The two kinds of database that the product runs on. */
export const DATABASES = ['embedded', 'postgres'] as const;
export type DatabaseKind = (typeof DATABASES)[number];

/** The PostgreSQL that stands for any external one; `npm test` starts one and names it here. */
export const externalServer = process.env['TEST_DATABASE_URL'];

/** Why a test that needs the external PostgreSQL can't run. */
export const NO_EXTERNAL_SERVER = 'TEST_DATABASE_URL names no PostgreSQL; `npm test` starts one';

/** Makes a database of its own on the external server. Answers its address. */
export async function createDatabase(): Promise<string> {
  if (externalServer === undefined) throw new Error(NO_EXTERNAL_SERVER);
  const name = `kobogate_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: externalServer });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const address = new URL(externalServer);
  address.pathname = `/${name}`;
  return address.href;
}
