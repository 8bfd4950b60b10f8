// Each fault that the simulation can put back has its one place in the sources as they are now: a fault that can't be put
// back is not looked for any more.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../../simulate/mutations.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test.each(MUTATIONS.map((mutation) => [mutation.name, mutation] as const))('%s', (_name, { changes }) => {
  for (const { file, from } of changes) {
    expect(readFileSync(join(ROOT, file), 'utf8').split(from), `${from} in ${file}`).toHaveLength(2);
  }
});
