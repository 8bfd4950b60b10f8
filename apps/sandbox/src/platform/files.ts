import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';

/**
 * Replaces a file's content whole: after a crash at any line the file holds either the old content or the new.
 * Creates the folder where it is missing.
 */
export function writeWhole(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.draft`;
  const file = openSync(draft, 'w');
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
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
