import type { Connection, Transaction } from '../../platform/database.ts';

export interface OutgoingRow {
  readonly id: string;
  readonly planId: string;
  readonly position: number;
  readonly network: string;
  readonly txid: string;
  readonly raw: string;
  /** `replaced`: another that used up the same is final, so that no block will have this one. */
  readonly status: 'sent' | 'seen' | 'final' | 'failed' | 'replaced';
  readonly blockHeight: bigint | null;
  readonly blockHash: string | null;
}

const COLUMNS = `id, plan_id as "planId", position, network, txid, raw, status, block_height as "blockHeight",
  block_hash as "blockHash"`;

/** The transactions of a plan, in its order. */
export function listOutgoing(connection: Connection, planId: string): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where plan_id = $1 order by position`,
    [planId],
  );
}

/** The transactions of several plans, in the order of the plans and theirs. */
export function listOutgoingOf(connection: Connection, planIds: readonly string[]): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where plan_id = any($1::uuid[]) order by plan_id, position`,
    [planIds],
  );
}

/** What of ours is on its way on a network: handed over, or in a block and not final. */
export function listUnderWay(connection: Connection, network: string): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where network = $1 and status in ('sent', 'seen')
     order by plan_id, position`,
    [network],
    'list-outgoing-under-way',
  );
}

/** What of ours on a network no block was to have any more. */
export function listReplaced(connection: Connection, network: string): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where network = $1 and status = 'replaced'`,
    [network],
    'list-outgoing-replaced',
  );
}

/** Which of these transactions of a network are ours. */
export async function findOutgoing(
  connection: Connection,
  network: string,
  txids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await connection.query<{ txid: string }>(
    `select txid from outgoing_transaction where network = $1 and txid = any($2::text[])`,
    [network, txids],
    'find-outgoing',
  );
  return new Set(rows.map(({ txid }) => txid));
}

/** One of ours, locked. */
export async function lockOutgoing(tx: Transaction, id: string): Promise<OutgoingRow | null> {
  const [row] = await tx.query<OutgoingRow>(`select ${COLUMNS} from outgoing_transaction where id = $1 for update`, [
    id,
  ]);
  return row ?? null;
}

/** Writes a signed transaction down, before it is handed to the network. Fails where its place in the plan has one. */
export async function insertOutgoing(
  tx: Transaction,
  row: Pick<OutgoingRow, 'id' | 'planId' | 'position' | 'network' | 'txid' | 'raw'>,
): Promise<void> {
  await tx.query(
    `insert into outgoing_transaction (id, plan_id, position, network, txid, raw) values ($1, $2, $3, $4, $5, $6)`,
    [row.id, row.planId, row.position, row.network, row.txid, row.raw],
  );
}

/** Writes where a transaction stands, once its plan is locked; a null block: in none. What has ended stays as it is. */
export async function saveOutgoing(
  tx: Transaction,
  id: string,
  status: OutgoingRow['status'],
  block: { height: bigint; hash: string } | null,
): Promise<void> {
  await tx.query(
    `update outgoing_transaction set status = $2, block_height = $3, block_hash = $4,
       ended_at = case when $2 in ('final', 'failed', 'replaced') then clock_timestamp() end
     where id = $1 and status in ('sent', 'seen')`,
    [id, status, block === null ? null : block.height.toString(), block?.hash ?? null],
  );
}

/** Takes up one again that was given up, and that a block has all the same. */
export async function takeUpReplaced(
  tx: Transaction,
  id: string,
  block: { height: bigint; hash: string },
): Promise<void> {
  await tx.query(
    `update outgoing_transaction set status = 'seen', block_height = $2, block_hash = $3, ended_at = null
     where id = $1 and status = 'replaced'`,
    [id, block.height.toString(), block.hash],
  );
}

/** Those in blocks above a height: final ones too. */
export function listOutgoingAbove(connection: Connection, network: string, height: bigint): Promise<OutgoingRow[]> {
  return connection.query<OutgoingRow>(
    `select ${COLUMNS} from outgoing_transaction where network = $1 and block_height > $2 order by plan_id, position`,
    [network, height.toString()],
  );
}
