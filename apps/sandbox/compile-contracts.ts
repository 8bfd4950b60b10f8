import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';

const SOURCES = new URL('contracts/', import.meta.url);
const TARGET = new URL('dist/contracts.json', import.meta.url);

const CompilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).default([]),
  contracts: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        abi: z.array(z.unknown()),
        evm: z.object({
          bytecode: z.object({ object: z.string() }),
          deployedBytecode: z.object({ object: z.string() }),
        }),
      }),
    ),
  ),
});
const Compiled = z.looseObject({ sourceHash: z.string() });
// solc has no types of its own; only this one call of it is used, text to text.
const Compiler = z.custom<{ compile: (input: string) => string }>(
  (value) => typeof value === 'object' && value !== null && 'compile' in value,
);

function isCurrent(sourceHash: string): boolean {
  try {
    return Compiled.parse(JSON.parse(readFileSync(TARGET, 'utf8'))).sourceHash === sourceHash;
  } catch {
    return false;
  }
}

/**
 * Compiles contracts/*.sol into dist/contracts.json: `{sourceHash, contracts: {name: {abi, creation, runtime}}}`, code as
 * 0x hex. Does nothing when the sources have not changed; throws the compiler's own message where they do not compile.
 */
export function compileContracts(): void {
  const names = readdirSync(SOURCES).filter((name) => name.endsWith('.sol'));
  const sources = Object.fromEntries(
    names.map((name) => [name, { content: readFileSync(new URL(name, SOURCES), 'utf8') }]),
  );
  const settings = {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    // The metadata hash would tie the code, and so every block hash, to comments in the source.
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
  };
  const input = JSON.stringify({ language: 'Solidity', sources, settings });
  const sourceHash = createHash('sha256').update(input).digest('hex');
  if (isCurrent(sourceHash)) return;
  const solc = Compiler.parse(createRequire(import.meta.url)('solc'));
  const output = CompilerOutput.parse(JSON.parse(solc.compile(input)));
  const failures = output.errors.filter((error) => error.severity === 'error');
  if (failures.length > 0) throw new Error(failures.map((failure) => failure.formattedMessage).join('\n'));
  const contracts = Object.fromEntries(
    Object.values(output.contracts).flatMap((file) =>
      Object.entries(file).map(([name, { abi, evm }]) => [
        name,
        { abi, creation: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` },
      ]),
    ),
  );
  mkdirSync(new URL('.', TARGET), { recursive: true });
  // Tests may compile in several processes at once: each writes its own file and renames it whole.
  const draft = new URL(`contracts.${process.pid}.json`, TARGET);
  writeFileSync(draft, JSON.stringify({ sourceHash, contracts }));
  renameSync(draft, TARGET);
}
