import type { Product } from './product.ts';
import { builtProgram, type Ended, runProgram } from './program.ts';

/** `npm run ops -- backup` of a product, running or not. */
export const backup = ({ environment }: Pick<Product, 'environment'>, cwd: string, ...args: string[]): Promise<Ended> =>
  runProgram(builtProgram('server/dist/ops/main.js'), ['backup', ...args], { cwd, env: environment });

/** `npm run ops -- restore` with a product's variables. */
export const restore = (
  { environment }: Pick<Product, 'environment'>,
  cwd: string,
  args: readonly string[],
): Promise<Ended> =>
  runProgram(builtProgram('server/dist/ops/main.js'), ['restore', ...args], { cwd, env: environment });

/** `npm run ops -- recovery lift`, with the operator's reason. */
export const liftFence = ({ environment }: Pick<Product, 'environment'>, cwd: string, reason: string): Promise<Ended> =>
  runProgram(builtProgram('server/dist/ops/main.js'), ['recovery', 'lift', reason], { cwd, env: environment });

/** The folder of a new backup, from the command's output. */
export const folderIn = (output: string): string => /^Backup: (?<folder>.+?), /m.exec(output)?.groups?.['folder'] ?? '';
