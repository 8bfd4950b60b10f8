import { HISTORY_STATES, type HistoryState } from '@kobogate/contract';

/** What narrows the history, as its call takes it. */
export interface HistoryFilter {
  readonly search?: string;
  readonly state?: HistoryState;
  readonly currency?: string;
  readonly bank?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The parts of the address that narrow the history. */
const HISTORY_PARTS = ['search', 'state', 'currency', 'bank', 'from', 'to'] as const;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The filter that an address names; impossible values are left out. Pure. */
export function readHistoryFilter(address: URLSearchParams): HistoryFilter {
  const textOf = (name: (typeof HISTORY_PARTS)[number]): string => address.get(name)?.trim() ?? '';
  const state = HISTORY_STATES.find((name) => name === textOf('state'));
  const texts = (['search', 'currency', 'bank'] as const).map((name) => [name, textOf(name)] as const);
  const days = (['from', 'to'] as const).map((name) => [name, DAY.test(textOf(name)) ? textOf(name) : ''] as const);
  return {
    ...Object.fromEntries([...texts, ...days].filter(([, value]) => value !== '')),
    ...(state === undefined ? {} : { state }),
  };
}
