import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/**
 * Replaces a file's content whole: after a kill of this program at any line the file holds either the old content or the
 * new. Not so after a power cut: waiting for the disk at each block would be most of the sandbox's start, and its money
 * is play money. Creates the folder where it is missing.
 */
export function writeWhole(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, path);
}

/** The text of a file, or undefined where there is none. Any other failure is thrown. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A JSON file in the shape that the schema says, or undefined where there is none. Throws where it has another shape. */
export function readJson<Shape>(path: string, schema: z.ZodType<Shape>): Shape | undefined {
  const text = readIfPresent(path);
  return text === undefined ? undefined : schema.parse(JSON.parse(text));
}
