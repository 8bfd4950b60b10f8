import { createDraw, type Draw } from '@kobogate/testkit/platform/draw.ts';
import { FAULTS, type StepKind, WEIGHTS } from './kinds.ts';
import { THEMES } from './themes.ts';

/** One step of a schedule: what happens, and the seed of its own choices, so that leaving out another step changes nothing in it. */
export interface Step {
  readonly kind: StepKind;
  readonly seed: number;
  /** Goes on while the next step happens too. */
  readonly isTogether: boolean;
}

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
