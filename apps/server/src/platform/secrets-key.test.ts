// A database is only ever used with the key that it was first started with.
import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigurationError } from './errors.ts';
import { createSecretBox } from './secret-box.ts';
import { refuseOtherKey, requireSameKey } from './secrets-key.ts';

let own: TestDatabase;
beforeEach(async () => {
  own = await createTestDatabase();
});
afterEach(() => own.drop());

const newBox = () => createSecretBox(randomBytes(32));
const nothing = async () => [];
const start = (box = newBox(), earlier: () => Promise<readonly boolean[]> = nothing) =>
  requireSameKey(own.database, box, [nothing, earlier]).then(
    () => 'started',
    (error: unknown) => {
      expect(error).toBeInstanceOf(ConfigurationError);
      expect(String(error)).toContain('SECRETS_KEY is not the key of this database');
      return 'stopped';
    },
  );

test('[O10] the key of the first start is the key for ever', async () => {
  const box = newBox();
  expect([await start(box), await start(box), await start(), await start(box)]).toEqual([
    'started',
    'started',
    'stopped',
    'started',
  ]);
});

test('[O10] of simultaneous first starts with different keys one succeeds, and its key holds from then on', async () => {
  const boxes = Array.from({ length: 6 }, newBox);
  const outcomes = await Promise.all(boxes.map((box) => start(box)));
  expect(outcomes.filter((outcome) => outcome === 'started')).toHaveLength(1);
  expect(await start(boxes[outcomes.indexOf('started')])).toBe('started');
});

test('[O10] a database from before takes only a key that opens something in it, and one that nothing was sealed in takes any', async () => {
  expect(await start(newBox(), async () => [false, false])).toBe('stopped');
  const box = newBox();
  expect(await start(box, async () => [false, true])).toBe('started');
  // The sealed word that exists by now decides.
  expect(await start(box, async () => [false])).toBe('started');
});

test('[O10] a command beside the server refuses another key, and sets none where the database has none', async () => {
  const box = newBox();
  const ask = (asked = newBox()) => refuseOtherKey(own.database, asked);
  await ask();
  expect(await start(box)).toBe('started');
  await ask(box);
  await expect(ask()).rejects.toThrow(ConfigurationError);
  await own.database.query(`drop table secrets_key_check`);
  await ask();
});
