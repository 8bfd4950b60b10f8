import { type Plan, planSchema, type SignedPlan, signedPlanSchema } from './plan.ts';

/** Reads a plan's file; null where it is none of this version. Amounts become `bigint`. Pure. */
export function readPlan(text: string): Plan | null {
  const parsed = planSchema.safeParse(readJson(text));
  return parsed.success ? parsed.data : null;
}

/** Reads a signed plan's file; null where it is none of this version, or does not have one signature a transaction. Pure. */
export function readSignedPlan(text: string): SignedPlan | null {
  const parsed = signedPlanSchema.safeParse(readJson(text));
  if (!parsed.success || parsed.data.signed.length !== parsed.data.plan.transactions.length) return null;
  return parsed.data;
}

/** A plan, signed or not, as its file's text: `readPlan` and `readSignedPlan` read it back. Pure. */
export function formatFile(file: Plan | SignedPlan): string {
  const text = JSON.stringify(
    file,
    (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  );
  return `${text}\n`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
