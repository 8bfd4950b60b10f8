import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/** One folder for all that the tests write, removed when the last of them has ended. */
export function setup(project: TestProject): () => void {
  const root = mkdtempSync(join(tmpdir(), 'kobogate-sandbox-'));
  project.provide('temporaryRoot', root);
  return () => rmSync(root, { recursive: true, force: true });
}
