import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { compileContracts } from '../compile-contracts.ts';
import type { CompiledContracts } from './chains/evm/contracts.ts';
import { readContracts } from './chains/evm/contracts.ts';

/** An empty folder of its own for one test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('temporaryRoot'), 'test-'));
}

/** The sandbox's contracts, compiled now where they are not yet. */
export function compiledContracts(): CompiledContracts {
  compileContracts();
  return readContracts(new URL('../dist/contracts.json', import.meta.url));
}
