// Run before the tests of a run: makes a database with the whole schema and no rows, which the products of the tests copy. Each would else
// apply every migration again, a sixth of its start; that a server applies them to an empty database is tested where the kind of database is.
import { tmpdir } from 'node:os';
import { createDatabase, externalServer, TEMPLATE_VARIABLE } from './databases.ts';
import { builtProgram, runProgram } from './program.ts';

/** Makes the template, where there is an external server, and names it to the workers. Answers what removes it. */
export default async function makeTemplate(): Promise<(() => Promise<void>) | undefined> {
  if (externalServer === undefined) return undefined;
  const { address, drop } = await createDatabase();
  const env = { ...process.env, DATABASE_URL: address };
  const { code, output } = await runProgram(builtProgram('server/dist/ops/main.js'), ['migrate'], {
    cwd: tmpdir(),
    env,
  });
  if (code !== 0) throw new Error(`the template of the tests' databases could not be made: ${output}`);
  process.env[TEMPLATE_VARIABLE] = new URL(address).pathname.slice(1);
  return drop;
}
