import { resolve } from 'node:path';

/** The repository's root. */
export const ROOT = resolve(import.meta.dirname, '..', '..');

/** @param {...string} parts of a path below the root */
export const inRoot = (...parts) => resolve(ROOT, ...parts);
