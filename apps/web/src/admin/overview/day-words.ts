import type { Day } from '@kobogate/contract';

/** So many seconds as people say them: `45 s`, `1 min 20 s`, `2 h 5 min`. Pure. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds}\u00a0s`;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return rest === 0 ? `${minutes}\u00a0min` : `${minutes}\u00a0min ${rest}\u00a0s`;
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return left === 0 ? `${hours}\u00a0h` : `${hours}\u00a0h ${left}\u00a0min`;
}

/** Each bar of the times: its end in minutes, and its whole name. Pure. */
export function withinNames(within: Day['settlement']['within']): { short: string; name: string; payouts: number }[] {
  return within.map(({ minutes, payouts }, index) => {
    const before = within[index - 1]?.minutes ?? 0;
    if (minutes === null) return { short: `${before}+`, name: `Longer than ${before / 60} hour`, payouts };
    const name = before === 0 ? 'Within a minute' : `${before} to ${minutes} minutes`;
    return { short: String(minutes), name, payouts };
  });
}

/** The share of a rail's ended payouts that arrived, in whole percent rounded down; null where none ended. Pure. */
export function arrivedPercent({ paid, failed }: Pick<Day['rails'][number], 'paid' | 'failed'>): number | null {
  return paid + failed === 0 ? null : Math.floor((paid * 100) / (paid + failed));
}

/** How many of a rail's payouts of the day did not arrive, in words; null: there are none such. Pure. */
export function troubleText({ paid, failed, unknown }: Omit<Day['rails'][number], 'rail'>): string | null {
  const parts = [failed === 0 ? null : `${failed} failed or came back`, unknown === 0 ? null : `${unknown} unknown`];
  const trouble = parts.filter((part) => part !== null);
  return trouble.length === 0 ? null : `Of ${paid + failed + unknown} in 24 hours: ${trouble.join(', ')}.`;
}
