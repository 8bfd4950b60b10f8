import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileContracts } from '../compile-contracts.ts';
import type { CompiledContracts } from './chains/evm/contracts.ts';
import { readContracts } from './chains/evm/contracts.ts';

/** An empty folder of its own for one test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'kobogate-sandbox-'));
}

/** The sandbox's contracts, compiled now where they are not yet. */
export function compiledContracts(): CompiledContracts {
  compileContracts();
  return readContracts(new URL('../dist/contracts.json', import.meta.url));
}
