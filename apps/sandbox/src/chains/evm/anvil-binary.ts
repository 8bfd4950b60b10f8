import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const SYSTEMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'win32' };
const PROCESSORS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * The path of anvil's own binary inside the installed package for this system. The package's npm wrapper is not used:
 * it would be one more process to kill. Throws a sentence where there is no binary for this system.
 */
export function findAnvil(): string {
  const system = SYSTEMS[process.platform];
  const processor = PROCESSORS[process.arch];
  try {
    const shim = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    const manifest = createRequire(shim).resolve(`@foundry-rs/anvil-${system}-${processor}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil');
  } catch (cause) {
    const here = `${process.platform} ${process.arch}`;
    throw new Error(`The EVM node anvil is not installed for ${here}. Set ANVIL to the path of one.`, { cause });
  }
}
