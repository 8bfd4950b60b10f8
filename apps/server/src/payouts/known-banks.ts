import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { KnownBank } from './match-banks.ts';

const code = (digits: RegExp) => z.nullable(z.string().regex(digits));
const file = z
  .array(
    z
      .object({
        name: z.string().min(1),
        nip: code(/^\d{6}$/),
        cbn: code(/^\d{3}$/),
        other: code(/^(?:MFB|FC)?\d{5,6}$/),
        aliases: z.optional(z.array(z.string().min(1)).min(1)),
      })
      .strict(),
  )
  .min(1);

/**
 * The project's own list of Nigerian banks. It holds facts from public lists (NIBSS 2021, Paystack), and is used to
 * recognise a bank on another rail, and to choose from while no rail answers. Throws where the file is malformed.
 */
export async function loadKnownBanks(path: string): Promise<readonly KnownBank[]> {
  return file.parse(JSON.parse(await readFile(path, 'utf8')));
}
