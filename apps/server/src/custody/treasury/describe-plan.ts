import {
  findLedgerAsset,
  isNetwork,
  type NetworkId,
  NETWORKS,
  type PlannedTransaction,
  type PlanStage,
  type TreasuryPlan,
} from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { mostFeeOf, type Plan, type Planned } from '@kobogate/plans';
import type { OutgoingRow } from './db.ts';
import { nativeOf } from './describe-moves.ts';
import { refundsIn } from './planned-refunds.ts';
import type { PlanSummary } from './plans/db.ts';

/** The parts of a plan that never change. */
export interface PlanFacts {
  readonly transactions: number;
  readonly refunds: number;
  readonly swept: TreasuryPlan['swept'];
  readonly paid: TreasuryPlan['paid'];
  readonly mostFee: TreasuryPlan['mostFee'];
}

/** Amounts by asset, as people read them. Pure. */
export function presentAmounts(amounts: ReadonlyMap<string, bigint>): TreasuryPlan['swept'] {
  return [...amounts].map(([asset, amount]) => {
    const known = findLedgerAsset(asset);
    return { asset, currency: known?.currency ?? asset, amount: formatUnits(amount, known?.decimals ?? 0) };
  });
}

/** What a plan moves. Pure. */
export function factsOf(plan: Plan): PlanFacts {
  const [swept, paid] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (const planned of plan.transactions) {
    for (const { asset, amount, kind } of movesOf(plan.network, planned)) {
      const sums = { sweep: swept, refund: paid, gas: null, close: null }[kind];
      sums?.set(asset, (sums.get(asset) ?? 0n) + amount);
    }
  }
  const refunds = plan.transactions.flatMap(refundsIn).length;
  const fee = plan.transactions.reduce((sum, planned) => sum + mostFeeOf(planned), 0n);
  return {
    transactions: plan.transactions.length,
    refunds,
    swept: presentAmounts(swept),
    paid: presentAmounts(paid),
    mostFee: presentAmounts(new Map([[nativeOf(plan.network), fee]])),
  };
}

interface Move {
  readonly kind: 'sweep' | 'refund' | 'gas' | 'close';
  readonly asset: string;
  readonly amount: bigint;
}

function movesOf(network: NetworkId, planned: Planned): Move[] {
  if ('from' in planned) return [{ kind: planned.purpose, asset: planned.asset, amount: planned.amount }];
  const asset = nativeOf(network);
  const come = planned.inputs.filter(({ place }) => place.chain === 0).reduce((sum, { amount }) => sum + amount, 0n);
  const gone = planned.outputs
    .filter(({ refundId }) => refundId !== null)
    .reduce((sum, { amount }) => sum + amount, 0n);
  const moves: Move[] = [
    { kind: 'sweep', asset, amount: come },
    { kind: 'refund', asset, amount: gone },
  ];
  return moves.filter(({ amount }) => amount > 0n);
}

/** How far a plan is. Pure. */
function stageOf({ status }: Pick<PlanSummary, 'status'>, count: number, rows: readonly OutgoingRow[]): PlanStage {
  if (status !== 'open') return status;
  if (rows.length < count) return 'to-sign';
  if (rows.some((row) => row.status === 'sent' && row.refusal !== null)) return 'refused';
  return rows.some((row) => row.status === 'sent') ? 'sending' : 'in-blocks';
}

/** A plan for administrators. Pure. */
export function presentPlan(
  summary: PlanSummary,
  {
    facts,
    rows,
    noDiscard,
    noReplacement,
  }: {
    readonly facts: PlanFacts;
    readonly rows: readonly OutgoingRow[];
    readonly noDiscard: string | null;
    readonly noReplacement: string | null;
  },
): TreasuryPlan {
  const count = (status: OutgoingRow['status']): number => rows.filter((row) => row.status === status).length;
  const waits = rows.flatMap(({ status, sentAt }) => (status === 'sent' ? [sentAt.toISOString()] : []));
  const refusals = rows.flatMap(({ status, refusal }) => (status === 'sent' && refusal !== null ? [refusal] : []));
  return {
    id: summary.id,
    network: summary.network,
    networkName: isNetwork(summary.network) ? NETWORKS[summary.network].name : summary.network,
    stage: stageOf(summary, facts.transactions, rows),
    part: summary.part,
    parts: summary.parts,
    isReplacement: summary.isReplacement,
    madeAt: summary.madeAt.toISOString(),
    madeBy: summary.madeBy,
    sentBy: summary.sentBy,
    ...facts,
    waiting: waits.length,
    waitingSince: waits.toSorted()[0] ?? null,
    seen: count('seen'),
    final: count('final'),
    failed: count('failed'),
    replaced: count('replaced'),
    notes: [...summary.notes],
    refusals: [...new Set(refusals)],
    noDiscard,
    noReplacement,
  };
}

/** Each transaction of a plan for administrators. Pure. */
export function presentTransactions(plan: Plan, rows: readonly OutgoingRow[]): PlannedTransaction[] {
  return plan.transactions.map((planned, position) => {
    const row = rows.find((each) => each.position === position);
    const moves = movesOf(plan.network, planned);
    const isSingle = 'from' in planned;
    const payees = isSingle
      ? [{ ...planned, address: planned.payee }]
      : planned.outputs.map((output) => ({ ...output, asset: nativeOf(plan.network) }));
    const payers = isSingle ? [planned.from.address] : [...new Set(planned.inputs.map(({ place }) => place.address))];
    return {
      position,
      purpose: isSingle ? planned.purpose : 'combined',
      coins: moves.flatMap(({ asset, amount }) => presentAmounts(new Map([[asset, amount]]))),
      from: payers.length === 1 ? (payers[0] ?? null) : null,
      to: payees.map(({ address }) => address),
      payees: payees.flatMap(({ address, asset, amount, refundId }) =>
        presentAmounts(new Map([[asset, amount]])).map((coins) => Object.assign({ address, refundId }, coins)),
      ),
      status: row?.status ?? null,
      transaction: row?.txid ?? null,
      refusal: row?.refusal ?? null,
    };
  });
}
