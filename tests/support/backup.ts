import type { Product } from './product.ts';
import { builtProgram, type Ended, runProgram } from './program.ts';

/** `npm run backup` of a product, running or not. */
export const backup = ({ environment }: Pick<Product, 'environment'>, cwd: string, ...args: string[]): Promise<Ended> =>
  runProgram(builtProgram('server/dist/backup.js'), args, { cwd, env: environment });

/** `npm run restore` with a product's variables. */
export const restore = (
  { environment }: Pick<Product, 'environment'>,
  cwd: string,
  args: readonly string[],
): Promise<Ended> => runProgram(builtProgram('server/dist/restore.js'), args, { cwd, env: environment });

/** `npm run lift-fence`, with the operator's reason. */
export const liftFence = ({ environment }: Pick<Product, 'environment'>, cwd: string, reason: string): Promise<Ended> =>
  runProgram(builtProgram('server/dist/lift-fence.js'), [reason], { cwd, env: environment });

/** Where a backup that was just written is, by what the command printed. */
export const folderIn = (output: string): string => /^Backup: (?<folder>.+?), /m.exec(output)?.groups?.['folder'] ?? '';
