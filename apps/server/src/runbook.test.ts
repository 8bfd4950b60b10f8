// Who is woken by an alert pastes what its page says: each statement runs on this version's database, and says when in words.
import { readdir, readFile } from 'node:fs/promises';
import { createTestDatabase } from '@kobogate/testkit/platform/database.ts';
import { expect, test } from 'vitest';

const DOCS = `${import.meta.dirname}/../../../docs`;

async function listStatements(): Promise<[page: string, statement: string][]> {
  const pages = (await readdir(`${DOCS}/runbook`)).map((name) => `runbook/${name}`);
  const found = await Promise.all(
    [...pages, 'running.md'].map(async (page) => {
      const text = await readFile(`${DOCS}/${page}`, 'utf8');
      const statements = text.matchAll(/`(select [^`]+)`|^(select [^`]+?);$/gm);
      return [...statements].map(([, quoted, block]): [string, string] => [page, quoted ?? block ?? '']);
    }),
  );
  return found.flat();
}

test('[O8] each statement of the runbook runs, and the months of notices and of the history end at a time that a person can read', async () => {
  const { database, drop } = await createTestDatabase();
  const statements = await listStatements();
  expect(statements.length).toBeGreaterThan(6);
  for (const [page, statement] of statements) {
    const rows = await database.query(statement).catch((error: unknown) => String(error));
    expect(rows, `${page}: ${statement}`).toEqual(expect.any(Array));
  }
  const [, months = ''] = statements.find(([, statement]) => statement.includes('month_part')) ?? [];
  const ends = await database.query<{ whole: string; ends: unknown }>(months);
  expect(ends.toSorted((one, other) => (one.whole < other.whole ? -1 : 1))).toEqual([
    { whole: 'notification', ends: expect.any(Date) },
    { whole: 'order_event', ends: expect.any(Date) },
  ]);
  await drop();
});
