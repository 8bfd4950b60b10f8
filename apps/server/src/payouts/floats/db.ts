import type { Connection, Transaction } from '../../platform/database.ts';

/** What a rail said last of the naira that lies there, in kobo, and since when that has been too little. */
export interface KnownFloat {
  readonly rail: string;
  readonly floatKobo: bigint;
  readonly askedAt: Date;
  readonly lowSince: Date | null;
}

interface FloatRow {
  rail: string;
  float_kobo: string;
  asked_at: Date;
  low_since: Date | null;
}

const readFloat = (row: FloatRow): KnownFloat => ({
  rail: row.rail,
  floatKobo: BigInt(row.float_kobo),
  askedAt: row.asked_at,
  lowSince: row.low_since,
});

/** Notes what a rail said, and locks the row until the transaction ends; `lowSince` is as it was. */
export async function noteFloat(
  tx: Transaction,
  { rail, floatKobo, askedAt }: Omit<KnownFloat, 'lowSince'>,
): Promise<KnownFloat> {
  const [row] = await tx.query<FloatRow>(
    `insert into rail_float (rail, float_kobo, asked_at) values ($1, $2, $3)
     on conflict (rail) do update set float_kobo = excluded.float_kobo, asked_at = excluded.asked_at returning *`,
    [rail, String(floatKobo), askedAt],
  );
  if (row === undefined) throw new Error(`the float of ${rail} was not noted`);
  return readFloat(row);
}

/** Since when a rail's float has been low; null: it is not. */
export async function saveLowSince(tx: Transaction, rail: string, lowSince: Date | null): Promise<void> {
  await tx.query(`update rail_float set low_since = $2 where rail = $1`, [rail, lowSince]);
}

/** What every rail said last that ever said something. */
export async function listFloats(connection: Connection): Promise<KnownFloat[]> {
  return (await connection.query<FloatRow>(`select * from rail_float`)).map(readFloat);
}
