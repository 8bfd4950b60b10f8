import { APPROVED_TOGETHER_AT_MOST, canApproveTogether } from '@kobogate/contract';
import { useState } from 'react';
import { useStable } from '../../lib/use-stable.ts';
import type { AdminRow } from './local-decisions.ts';

/** Orders that are chosen to be approved at once. */
export interface Selection {
  /** The chosen orders that still can be, as they are in the list. */
  readonly rows: readonly AdminRow[];
  /** Whether an order can be chosen by the signed-in person. */
  readonly canChoose: (row: AdminRow) => boolean;
  readonly has: (row: AdminRow) => boolean;
  readonly toggle: (row: AdminRow) => void;
  /** Chooses all of these that can be chosen or, if all are chosen, none of them. */
  readonly toggleAll: (rows: readonly AdminRow[]) => void;
  readonly clear: () => void;
}

/** Whether an order can be chosen: clean, of low risk, and not decided on here. Pure. */
export const canChoose = (row: AdminRow): boolean => row.decision === null && canApproveTogether(row);

/** The orders of a batch that an administrator chooses, on all its pages: as many as one call takes. */
export function useSelection(batch: readonly AdminRow[], mayDecide: (row: AdminRow) => boolean): Selection {
  const isFree = (row: AdminRow): boolean => canChoose(row) && mayDecide(row);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = batch.filter((row) => chosen.has(row.id) && isFree(row));
  const set = (ids: Iterable<string>): void => setChosen(new Set([...ids].slice(0, APPROVED_TOGETHER_AT_MOST)));
  const others = (left: readonly AdminRow[]): string[] => rows.filter((row) => !left.includes(row)).map(({ id }) => id);
  const toggle = useStable((row: AdminRow): void => {
    if (rows.includes(row)) set(others([row]));
    else if (isFree(row)) set([...rows.map(({ id }) => id), row.id]);
  });
  return {
    rows,
    canChoose: isFree,
    has: (row) => rows.includes(row),
    toggle,
    toggleAll: (all) => {
      const clean = all.filter(isFree);
      const isAll = clean.every((row) => rows.includes(row));
      set(isAll ? others(clean) : [...rows.map(({ id }) => id), ...clean.map(({ id }) => id)]);
    },
    clear: () => setChosen(new Set()),
  };
}
