import { createDraw, type Draw } from '@kobogate/testkit/platform/draw.ts';
import { THEMES } from './themes.ts';

/** One step of a schedule: what happens, and the seed of its own choices, so that leaving out another step changes nothing in it. */
export interface Step {
  readonly kind: StepKind;
  readonly seed: number;
  /** Goes on while the next step happens too. */
  readonly isTogether: boolean;
}

/** How often each kind of step is drawn, beside the others. */
const WEIGHTS = {
  'make a wallet': 1,
  convert: 4,
  'convert much': 2,
  'convert again with the same key': 1,
  'open a payment': 3,
  pay: 5,
  'pay exactly': 3,
  mine: 3,
  'let watchers look': 4,
  'everything goes on': 14,
  'handle events': 8,
  'run a timer': 4,
  'look at an order': 3,
  'decide on an order': 5,
  'decide on a payout': 5,
  'answer a rate': 1,
  'a bank works': 5,
  'a bank calls back': 3,
  'a minute passes': 4,
  'an hour passes': 1,
  'time passes': 6,
  'a process starts': 3,
} as const;

/** The faults: of these each schedule has some alone, so that they meet undisturbed by the others. */
const FAULTS = {
  'reorganise a chain': 4,
  'a bank misbehaves': 4,
  'a node fails': 2,
  'a rate moves': 3,
  'mail fails': 2,
  'a clock is wrong': 3,
  'a process dies': 2,
  'a process will die': 4,
  'a process will die at a call': 4,
  'a process stalls': 3,
  'a call hangs': 4,
  'a call goes on': 3,
  'the database is lost': 3,
  'a backup is made': 3,
  'the backup is restored': 3,
} as const;

export type StepKind = keyof typeof WEIGHTS | keyof typeof FAULTS;

const KINDS = { ...WEIGHTS, ...FAULTS };
/** How likely a kind of fault is part of a schedule whose theme is another. */
const FAULT_IN_A_SCHEDULE = 0.4;

/** The steps that a seed gives: those with which its theme begins, and these many more. */
export function stepsOf(seed: number, count: number): Step[] {
  const draw = createDraw(seed, 6);
  const { begins, more } = draw.of(THEMES);
  const urn = urnOf(draw, more);
  const kinds = [...begins, ...Array.from({ length: count }, () => draw.of(urn))];
  return kinds.map((kind) => ({ kind, seed: draw.below(2 ** 30), isTogether: draw.chance(0.2) }));
}

function urnOf(draw: Draw, more: Partial<Record<StepKind, number>>): readonly StepKind[] {
  return (Object.keys(KINDS) as StepKind[]).flatMap((kind) => {
    const isIn = !(kind in FAULTS) || draw.chance(FAULT_IN_A_SCHEDULE) || kind in more;
    const length = isIn ? KINDS[kind] + (more[kind] ?? 0) : 0;
    return Array.from({ length }, () => kind);
  });
}
