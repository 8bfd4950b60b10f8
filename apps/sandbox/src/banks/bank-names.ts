import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Rows = z.array(z.tuple([z.string(), z.string().regex(/^\d{6}$/)]));

export interface Bank {
  readonly name: string;
  /** Six-digit code of the Nigerian interbank system (NIP). */
  readonly code: string;
}

/** The banks of Nigeria with their NIP codes, from the data file beside this workspace. */
export function readBanks(file: URL): readonly Bank[] {
  return Rows.parse(JSON.parse(readFileSync(file, 'utf8'))).map(([name, code]) => ({ name, code }));
}
