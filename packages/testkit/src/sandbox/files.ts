import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { compileContracts } from '@kobogate/sandbox/compile-contracts.ts';
import { type CompiledContracts, readContracts } from '@kobogate/sandbox/src/chains/evm/contracts.ts';
import { inject } from 'vitest';

/** The networks of which the sandbox starts a node. */
export { EVM_NETWORKS } from '@kobogate/sandbox/src/chains/evm/networks.ts';

declare module 'vitest' {
  interface ProvidedContext {
    temporaryRoot: string;
  }
}

/** An empty folder of its own for one test. */
export function temporaryFolder(): string {
  return mkdtempSync(join(inject('temporaryRoot'), 'test-'));
}

/** The sandbox's contracts, compiled now where they are not yet. */
export function compiledContracts(): CompiledContracts {
  compileContracts();
  return readContracts(new URL('../../../../apps/sandbox/dist/contracts.json', import.meta.url));
}
