// The operator's archive, as built: months are closed and written, files prove themselves without a database and beside one, and the proof of
// the ledger says what it left out.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postDated } from '@kobogate/testkit/ledger/dated-books.ts';
import { createMigratedDatabase, externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { builtProgram, runProgram } from '../support/program.ts';

test('[F-12] ended months are closed to files that a changed byte gives away, and the proof goes on from them', async () => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-archive-'));
  const database = await createMigratedDatabase();
  const bare = { PATH: process.env['PATH'], NODE_ENV: 'test', DATA_DIR: folder };
  const own = { ...bare, DATABASE_URL: database.address, SECRETS_KEY: randomBytes(32).toString('base64') };
  const ops = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    runProgram(builtProgram('server/dist/ops/main.js'), args, { cwd: folder, env });
  try {
    const none = await ops(own, 'archive');
    expect(none).toMatchObject({ code: 0, output: expect.stringContaining('No month of the ledger has ended yet.') });
    await postDated(database.address, ['2026-01-31T22:59:59Z', '2026-01-31T23:00:00Z', '2026-03-02T12:00:00Z']);

    const closed = await ops(own, 'archive', '--until', '2026-02');
    expect(closed.code, closed.output).toBe(0);
    expect(closed.output).toMatch(/^2026-01: 1 transfers of 1 batches, 2 accounts, .* Closed, and written/m);
    expect(closed.output).toMatch(/^2026-02: 1 transfers .* Closed, and written: .* \(closed on .+\)$/m);
    const archive = join(folder, 'archive');
    expect(await readdir(archive)).toEqual(['kobogate-books-2026-01.jsonl.gz', 'kobogate-books-2026-02.jsonl.gz']);
    expect(await ops(own, 'archive', '--until', '9999-01')).toMatchObject({
      code: 1,
      output: expect.stringContaining('9999-01 has not ended yet.'),
    });

    const alone = await ops(bare, 'archive', '--check', archive);
    expect(alone.code, alone.output).toBe(0);
    expect(alone.output).toContain('The seals were not compared');
    const beside = await ops(own, 'archive', '--check', archive, '--database');
    expect(beside.code, beside.output).toBe(0);
    expect(beside.output).toContain('All agree, and with the database.');
    expect(beside.output).not.toContain('in no file here');
    const one = await ops(own, 'archive', '--check', join(archive, 'kobogate-books-2026-01.jsonl.gz'), '--database');
    expect(one.output).toContain('Closed in the database, and in no file here: 2026-02.');

    const since = await ops(own, 'verify-ledger', '--since-archive');
    expect(since.code, since.output).toBe(0);
    expect(since.output).toContain('Compared: 1 transfers of 1 batches since 2026-02 was closed');
    expect(since.output).toContain('Not compared: the 2 transfers up to 2026-02 themselves');
    expect(await ops(own, 'verify-ledger')).toMatchObject({
      code: 0,
      output: expect.stringContaining('The ledger is sound.'),
    });

    const file = join(archive, 'kobogate-books-2026-01.jsonl.gz');
    const bytes = await readFile(file);
    bytes.writeUInt8((bytes[60] ?? 0) ^ 1, 60);
    await writeFile(file, bytes);
    const torn = await ops(bare, 'archive', '--check', file);
    expect(torn.code, torn.output).toBe(1);
    expect(torn.output).toContain('difference(s)');
    expect(await ops(bare, 'archive', '--check', join(folder, 'nowhere'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is nothing at'),
    });
  } finally {
    await database.drop();
    await rm(folder, { recursive: true });
  }
});
