import {
  type Plan,
  type Plans,
  planSchema,
  plansSchema,
  type SignedPlan,
  signedPlanSchema,
  type SignedPlans,
  signedPlansSchema,
} from './plan.ts';

/** Reads a plan's file; null where it is none of this version. Amounts become `bigint`. Pure. */
export function readPlan(text: string): Plan | null {
  const parsed = planSchema.safeParse(readJson(text));
  return parsed.success ? parsed.data : null;
}

function readSignedPlan(text: string): SignedPlan | null {
  const parsed = signedPlanSchema.safeParse(readJson(text));
  if (!parsed.success || parsed.data.signed.length !== parsed.data.plan.transactions.length) return null;
  return parsed.data;
}

/** A plan, signed or not, as its file's text: `readPlans` and `readSignedPlans` read it back. Pure. */
export function formatFile(file: Plan | SignedPlan | Plans | SignedPlans): string {
  const text = JSON.stringify(
    file,
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  );
  return `${text}\n`;
}

/** Reads a file of one plan or of several; null if it is not of this version, or has none. Pure. */
export function readPlans(text: string): Plan[] | null {
  const one = readPlan(text);
  if (one !== null) return [one];
  const parsed = plansSchema.safeParse(readJson(text));
  return parsed.success && parsed.data.plans.length > 0 ? parsed.data.plans : null;
}

/**
 * Reads a file of one signed plan or of several; null if it is not of this version, has none, or does not have one signature
 * for each transaction. Pure.
 */
export function readSignedPlans(text: string): SignedPlan[] | null {
  const one = readSignedPlan(text);
  if (one !== null) return [one];
  const parsed = signedPlansSchema.safeParse(readJson(text));
  if (!parsed.success || parsed.data.plans.length === 0) return null;
  const isWhole = parsed.data.plans.every(({ plan, signed }) => signed.length === plan.transactions.length);
  return isWhole ? parsed.data.plans : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
