import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Rows = z.array(
  z.tuple([
    z.string(),
    z.string().regex(/^\d{6}$/),
    z
      .string()
      .regex(/^\d{3,6}$/)
      .optional(),
  ]),
);

export interface Bank {
  readonly name: string;
  /** Six-digit code of the Nigerian interbank system (NIP). */
  readonly code: string;
  /** The code by which Paystack, Flutterwave and Monnify call it, of 3, 5 or 6 digits; undefined where they don't have it. */
  readonly localCode: string | undefined;
}

/** The banks of Nigeria with their NIP codes, from the data file beside this workspace. */
export function readBanks(file: URL): readonly Bank[] {
  return Rows.parse(JSON.parse(readFileSync(file, 'utf8'))).map(([name, code, localCode]) => ({
    name,
    code,
    localCode,
  }));
}
