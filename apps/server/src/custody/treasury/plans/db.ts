import type { NetworkId, PlanId, TreasuryTaskKind, UserId } from '@kobogate/contract';
import type { Connection, Transaction } from '../../../platform/database.ts';

export interface PlanRow {
  readonly id: PlanId;
  readonly network: string;
  readonly body: string;
  readonly hasRefunds: boolean;
  readonly status: 'open' | 'done' | 'discarded' | 'replaced';
  /** The first of the plans that replace one another; null for that one itself. */
  readonly rootId: PlanId | null;
  /** The plans of one draft that was too large for one file; null: it fitted. */
  readonly batchId: PlanId | null;
  /** Its place among them, from 1. */
  readonly part: number;
  readonly parts: number;
}

/** A plan as people see it. */
export interface PlanSummary extends Omit<PlanRow, 'rootId'> {
  readonly madeAt: Date;
  readonly madeBy: string | null;
  readonly sentBy: string | null;
  readonly notes: readonly string[];
  readonly isReplacement: boolean;
}

const PLAN = `id, network, body, has_refunds as "hasRefunds", status, root_id as "rootId", batch_id as "batchId", part, parts`;

/** The open plans of a network, in the order in which they were made. */
export function listOpenPlans(connection: Connection, network: string): Promise<PlanRow[]> {
  return connection.query<PlanRow>(
    `select ${PLAN} from spending_plan where network = $1 and status = 'open' order by id`,
    [network],
  );
}

/** The plans of a network with a transaction that is sent and not final, oldest first. */
export function listPlansUnderWay(connection: Connection, network: string): Promise<PlanRow[]> {
  return connection.query<PlanRow>(
    `select ${PLAN} from spending_plan where id in
       (select plan_id from outgoing_transaction where network = $1 and status in ('sent', 'seen')) order by id`,
    [network],
  );
}

/** A plan; null where there is none. */
export async function findPlan(connection: Connection, id: PlanId): Promise<PlanRow | null> {
  const [row] = await connection.query<PlanRow>(`select ${PLAN} from spending_plan where id = $1`, [id]);
  return row ?? null;
}

/** A plan, locked; null where there is none. */
export async function lockPlan(tx: Transaction, id: PlanId): Promise<PlanRow | null> {
  const [row] = await tx.query<PlanRow>(`select ${PLAN} from spending_plan where id = $1 for update`, [id]);
  return row ?? null;
}

/** These plans, locked in the order of their ids. */
export function lockPlans(tx: Transaction, ids: readonly PlanId[]): Promise<PlanRow[]> {
  return tx.query<PlanRow>(`select ${PLAN} from spending_plan where id = any($1::uuid[]) order by id for update`, [
    ids,
  ]);
}

/** The plans of a network that name one of these addresses and were not discarded. */
export function listPlansWith(
  connection: Connection,
  network: string,
  addresses: readonly string[],
): Promise<PlanRow[]> {
  return connection.query<PlanRow>(
    `select ${PLAN} from spending_plan where network = $1 and status <> 'discarded' and body like any($2::text[])`,
    [network, addresses.map((address) => `%${address}%`)],
  );
}

/** A plan with all plans that replace it or that it replaces, oldest first, locked. */
export function lockFamily(tx: Transaction, id: PlanId): Promise<PlanRow[]> {
  return tx.query<PlanRow>(
    `select ${PLAN} from spending_plan
     where coalesce(root_id, id) = (select coalesce(root_id, id) from spending_plan where id = $1)
     order by id for update`,
    [id],
  );
}

/** How many plans of a network were made: the turn of the newest. */
export async function findTurn(connection: Connection, network: string): Promise<number> {
  const [row] = await connection.query<{ turn: number }>(
    `select coalesce(max(turn), 0)::int as turn from spending_plan where network = $1`,
    [network],
  );
  return row?.turn ?? 0;
}

export interface NewPlan
  extends Omit<PlanRow, 'status' | 'batchId' | 'part' | 'parts'>, Partial<Pick<PlanRow, 'batchId' | 'part' | 'parts'>> {
  readonly turn?: number;
  readonly notes?: readonly string[];
  readonly madeBy?: UserId | null;
}

/** Writes a new open plan. False where another plan of its network has taken its turn since. */
export async function insertPlan(tx: Transaction, plan: NewPlan): Promise<boolean> {
  const rows = await tx.query(
    `insert into spending_plan (id, network, body, has_refunds, root_id, batch_id, part, parts, turn, notes, made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (network, turn) do nothing returning 1`,
    [
      plan.id,
      plan.network,
      plan.body,
      plan.hasRefunds,
      plan.rootId,
      plan.batchId ?? null,
      plan.part ?? 1,
      plan.parts ?? 1,
      plan.turn ?? null,
      plan.notes ?? [],
      plan.madeBy ?? null,
    ],
  );
  return rows.length > 0;
}

/** Ends a plan. */
export async function endPlan(tx: Transaction, id: PlanId, status: 'done' | 'discarded' | 'replaced'): Promise<void> {
  await tx.query(`update spending_plan set status = $2 where id = $1`, [id, status]);
}

/** Notes who handed in a plan's signatures. */
export async function noteSender(tx: Transaction, id: PlanId, by: UserId): Promise<void> {
  await tx.query(`update spending_plan set sent_by = $2 where id = $1 and sent_by is null`, [id, by]);
}

const SUMMARY = `select p.id, p.network, p.body, p.has_refunds as "hasRefunds", p.status, p.batch_id as "batchId", p.part, p.parts,
    p.made_at as "madeAt", p.notes, p.root_id is not null as "isReplacement",
    trim(m.first_name || ' ' || m.last_name) as "madeBy", trim(s.first_name || ' ' || s.last_name) as "sentBy"
  from spending_plan p left join app_user m on m.id = p.made_by left join app_user s on s.id = p.sent_by`;

/** Every open plan and the newest of the others, at most `others` of those: open ones first, then the newest. */
export function listSummaries(connection: Connection, others: number): Promise<PlanSummary[]> {
  return connection.query<PlanSummary>(
    `${SUMMARY} where p.status = 'open' or p.id in
       (select id from spending_plan where status <> 'open' order by made_at desc limit $1)
     order by p.status <> 'open', p.made_at desc, p.part`,
    [others],
  );
}

/** A plan as people see it; null where there is none. */
export async function findSummary(connection: Connection, id: PlanId): Promise<PlanSummary | null> {
  const [row] = await connection.query<PlanSummary>(`${SUMMARY} where p.id = $1`, [id]);
  return row ?? null;
}

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

/** Keeps a task from being taken up by another worker while this one works on it. */
export async function keepTask(connection: Connection, id: string): Promise<void> {
  await connection.query(
    `update treasury_task set started_at = clock_timestamp() where id = $1 and ended_at is null`,
    [id],
    'keep-treasury-task',
  );
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
