import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const run = promisify(execFile);

/** A merchant's own folder, outside of ours, with the client as it is packed. */
export interface MerchantFolder {
  readonly path: string;
  /** Compiles TypeScript sources, by name, as strictly as possible. Throws with the compiler's words. */
  compile(sources: Readonly<Record<string, string>>): Promise<void>;
  /** Runs a program with only these variables; answers its output. Throws with the output where it fails. */
  run(program: string, args: readonly string[], variables: Readonly<Record<string, string>>): Promise<string>;
  /** Starts a program that runs until it is stopped. */
  start(
    program: string,
    args: readonly string[],
    variables: Readonly<Record<string, string>>,
  ): { printed(): string; stop(): void };
  remove(): Promise<void>;
}

/** Packs the built client and installs the file with npm; nothing is downloaded. */
export async function createMerchantFolder(): Promise<MerchantFolder> {
  const path = await mkdtemp(join(tmpdir(), 'kobogate-merchant-'));
  const client = join(path, 'node_modules/@kobogate/client');
  await mkdir(client, { recursive: true });
  const packed = await run('npm', ['pack', '--silent', '--pack-destination', path, root('packages/client/dist')]);
  await run('tar', ['-xzf', join(path, packed.stdout.trim()), '--strip-components=1', '-C', client]);
  await symlink(root('node_modules/@types'), join(path, 'node_modules/@types'));
  await writeFile(join(path, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
  };
  await writeFile(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  return {
    path,
    async compile(sources) {
      for (const [name, source] of Object.entries(sources)) await writeFile(join(path, `${name}.ts`), source);
      await run(process.execPath, [root('node_modules/typescript/bin/tsc'), '-p', path]).catch(
        (failure: { stdout: string }) => {
          throw new Error(failure.stdout);
        },
      );
    },
    async run(program, args, variables) {
      const env = { PATH: process.env['PATH'], ...variables };
      const { stdout } = await run(program, args, { cwd: path, env, timeout: 90_000 });
      return stdout;
    },
    start(program, args, variables) {
      const env = { PATH: process.env['PATH'], ...variables };
      const child = spawn(program, args, { cwd: path, env, stdio: ['ignore', 'pipe', 'inherit'] });
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      return { printed: () => printed, stop: () => void child.kill() };
    },
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
