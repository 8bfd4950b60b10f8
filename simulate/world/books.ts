import pg from 'pg';
import type { SocketAddress } from '../../apps/server/src/platform/database.ts';
import type { LockLook, Wait } from '../machine/gate.ts';

/** The view of the locks is one copy of all of them; who holds them is only asked about those that wait in it. */
const WAITS = `select pid, lock, pg_blocking_pids(pid) as holders from (
  select pid, concat_ws(' ', locktype, relation, page, tuple, virtualxid, transactionid, classid, objid, objsubid) as lock
  from pg_locks where not granted and pid = any($1)) waiting`;

/** A connection of the harness itself, which takes no part in the simulation: it looks, sets the time, and copies. */
export class Books implements LockLook {
  readonly #client: InstanceType<typeof pg.Client>;

  constructor(address: SocketAddress) {
    this.#client = new pg.Client({ ...address });
  }

  async open(): Promise<void> {
    await this.#client.connect();
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async query<Row extends object>(text: string, values: readonly unknown[] = [], name?: string): Promise<Row[]> {
    const { rows } = await this.#client.query<Row>({
      text,
      values: [...values],
      ...(name === undefined ? {} : { name }),
    });
    return rows;
  }

  async setTime(ms: number): Promise<void> {
    await this.query('update sim.clock set at = $1', [new Date(ms)], 'set-time');
  }

  /** A copy of all rows as they are now. */
  async snapshot(): Promise<string> {
    const [row] = await this.query<{ whole: string }>('select sim.snapshot()::text as whole');
    return row?.whole ?? '{}';
  }

  /**
   * Makes the database what the copy was, down to its files: empty tables are vacuumed before they are filled, so that rows lie, and
   * statements are planned, as in a new one, whatever ran before.
   */
  async restore(snapshot: string): Promise<void> {
    const used = await this.query<{ name: string }>('select sim.clear() as name');
    if (used.length > 0)
      await this.query(`vacuum (index_cleanup on, truncate on) ${used.map(({ name }) => name).join(', ')}`);
    await this.query('select sim.fill($1::jsonb)', [snapshot]);
  }

  waits(pids: readonly number[]): Promise<Wait[]> {
    return this.query<Wait>(WAITS, [pids], 'waits');
  }

  async cancel(pid: number): Promise<void> {
    await this.query('select pg_cancel_backend($1)', [pid]);
  }
}
