import type { NetworkId, PlanId, TreasuryTaskKind, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../../platform/database.ts';

/** What an administrator asked of the treasury on a network. */
export interface TaskRow {
  readonly id: string;
  readonly kind: TreasuryTaskKind;
  readonly network: NetworkId;
  /** The plan that is to be replaced. */
  readonly planId: PlanId | null;
  readonly isEverywhere: boolean;
  /** How many nonces are to be made; null for another kind. */
  readonly count: number | null;
  readonly askedBy: UserId;
}

/** Writes a task. False where the same is under way on its network. */
export async function insertTask(tx: Transaction, task: TaskRow): Promise<boolean> {
  const rows = await tx.query(
    `insert into treasury_task (id, kind, network, plan_id, everywhere, asked_by, count) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (network, kind) where ended_at is null do nothing returning 1`,
    [task.id, task.kind, task.network, task.planId, task.isEverywhere, task.askedBy, task.count],
  );
  return rows.length > 0;
}

/** Takes the oldest task of a network that nobody works on; one whose worker died is taken up a quarter of an hour later. */
export async function claimTask(connection: Connection, network: NetworkId): Promise<TaskRow | null> {
  const [row] = await connection.query<TaskRow>(
    `update treasury_task set started_at = clock_timestamp() where id =
       (select id from treasury_task where network = $1 and ended_at is null
          and (started_at is null or started_at < clock_timestamp() - interval '15 minutes')
        order by asked_at limit 1 for update skip locked)
     returning id, kind, network, plan_id as "planId", everywhere as "isEverywhere", asked_by as "askedBy", count`,
    [network],
    'claim-treasury-task',
  );
  return row ?? null;
}

/** Ends a task with what came of it. False where it has ended before. */
export async function endTask(
  connection: Connection,
  id: string,
  { isDone, words }: { readonly isDone: boolean; readonly words: readonly string[] },
): Promise<boolean> {
  const rows = await connection.query(
    `update treasury_task set ended_at = clock_timestamp(), is_done = $2, words = $3
     where id = $1 and ended_at is null returning 1`,
    [id, isDone, words],
  );
  return rows.length > 0;
}

/** A task as people see it. */
export interface TaskSummary extends Pick<TaskRow, 'id' | 'kind' | 'network'> {
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly endedAt: Date | null;
  readonly isDone: boolean | null;
  readonly words: string[];
}

/** Tasks that are under way, and the newest of the last day. */
export function listTasks(connection: Connection): Promise<TaskSummary[]> {
  return connection.query<TaskSummary>(
    `select t.id, t.kind, t.network, trim(u.first_name || ' ' || u.last_name) as "askedBy", t.asked_at as "askedAt",
       t.ended_at as "endedAt", t.is_done as "isDone", t.words
     from treasury_task t join app_user u on u.id = t.asked_by
     where t.ended_at is null or t.asked_at > clock_timestamp() - interval '1 day'
     order by t.asked_at desc limit 20`,
  );
}

interface AutoSweepRow {
  readonly plannedAt: Date;
  readonly askedAt: Date;
  /** What stood in the way of the last attempt; null: nothing did. */
  readonly refusal: string | null;
}

/** How a network's sweeps to its cold address go; null before the first one. */
export async function findAutoSweep(connection: Connection, network: string): Promise<AutoSweepRow | null> {
  const [row] = await connection.query<AutoSweepRow>(
    `select planned_at as "plannedAt", asked_at as "askedAt", refusal from auto_sweep where network = $1`,
    [network],
    'find-auto-sweep',
  );
  return row ?? null;
}

/** Notes that a sweep is being planned. */
export async function notePlanned(connection: Connection, network: string): Promise<void> {
  await connection.query(
    `insert into auto_sweep (network) values ($1)
     on conflict (network) do update set planned_at = clock_timestamp(), refusal = null`,
    [network],
  );
}

/** Notes what the signer said; null: it has signed. */
export async function noteAsked(connection: Connection, network: string, refusal: string | null): Promise<void> {
  await connection.query(
    `insert into auto_sweep (network, refusal) values ($1, $2)
     on conflict (network) do update set asked_at = clock_timestamp(), refusal = excluded.refusal`,
    [network, refusal],
  );
}
