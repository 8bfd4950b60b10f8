import type { AddressSource } from '@kobogate/addresses';
import type { ChainFamily } from '@kobogate/contract';
import type { Connection } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { listTaken } from './db.ts';

/** How many addresses of a family were given out of how many there are. */
export interface AddressSupply {
  readonly family: ChainFamily;
  readonly size: number;
  readonly taken: number;
  /** A fifth or less is left: time for a longer export. */
  readonly isLow: boolean;
}

/** The supply of each source, in their order. Only a pool, such as Solana's, can run low in practice. */
export async function addressSupplies(
  connection: Connection,
  sources: readonly AddressSource[],
): Promise<AddressSupply[]> {
  const rows = await listTaken(connection);
  return sources.map(({ family, keyFingerprint, size }) => {
    const row = rows.find((candidate) => candidate.family === family && candidate.keyFingerprint === keyFingerprint);
    const taken = Math.min(row?.taken ?? 0, size);
    return { family, size, taken, isLow: size > 0 && (size - taken) * 5 <= size };
  });
}

/** Writes a warning for each source that is low. */
export async function warnOfLowSupply({
  database,
  addressSources,
  log,
}: {
  readonly database: Connection;
  readonly addressSources: readonly AddressSource[];
  readonly log: Log;
}): Promise<void> {
  for (const { family, size, taken, isLow } of await addressSupplies(database, addressSources)) {
    if (!isLow) continue;
    log.warn(
      { family, left: size - taken, size },
      'a pool of deposit addresses runs out; export a longer one of the same seed',
    );
  }
}
