import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { table } from './statistics.ts';

/** A number with what it counts: `×`, `%`, `ms`, `s`, `kB`, `MB`, `bytes`, `/s`, or '' for a plain count. */
interface Quantity {
  readonly value: number;
  readonly unit: string;
}

/** One row of the README's table. */
export interface Figure extends Quantity {
  /** What was measured, and beside what; an opening `…` continues the row before. */
  readonly what: string;
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
  /** Other numbers of the same measurement, shown behind it in brackets: `what` is put before, such as `p99`. */
  readonly and?: readonly (Quantity & { readonly what?: string })[];
}

const FOLDER = join(import.meta.dirname, '..', 'results');
const loadBefore = loadavg()[0] ?? 0;

/** What a bench measured. */
interface Result {
  /** How many rounds were counted: the warming up is not. */
  readonly rounds: number;
  /** In the order in which they stand in the README's table. */
  readonly figures: readonly Figure[];
  /** Whatever else is worth keeping, such as every cell of a table: in the file only. */
  readonly details?: unknown;
}

/**
 * Keeps what a bench measured in `bench/results/<name>.json`, with the day, the machine and how busy it was, and prints
 * it beside the goals. The README's table is written from these files by `npm run bench -- table`. Throws `TypeError`
 * for a value that is no number.
 */
export async function writeResult(name: string, { rounds, figures, details }: Result): Promise<void> {
  for (const { what, value } of figures) {
    if (!Number.isFinite(value)) throw new TypeError(`${name} measured no number for ${what}`);
  }
  const [processor] = cpus();
  const rounded = (value: number): number => Number(value.toPrecision(4));
  const result = {
    bench: name,
    date: new Date().toISOString().slice(0, 10),
    rounds,
    machine: {
      processor: processor?.model.trim() ?? 'unknown',
      cores: cpus().length,
      memoryGB: Math.round(totalmem() / 2 ** 30),
      node: process.version,
      // The 1-minute average: what else the machine did, before; that and the bench itself, after.
      load: { before: rounded(loadBefore), after: rounded(loadavg()[0] ?? 0) },
    },
    figures: figures.map(({ and, ...figure }) => ({
      ...figure,
      value: rounded(figure.value),
      ...(and !== undefined && { and: and.map((other) => ({ ...other, value: rounded(other.value) })) }),
    })),
    ...(details !== undefined && { details }),
  };
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  const rows = result.figures.map(({ what, value, unit, goal }) => [what, `${value} ${unit}`, goalOf(goal)]);
  process.stdout.write(`\n${table(['what', 'measured', 'goal'], rows)}\n`);
}

function goalOf(goal: Figure['goal']): string {
  if (goal === undefined) return '';
  return 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}
