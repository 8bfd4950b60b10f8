import { readdir } from 'node:fs/promises';

/** `npm run bench -- ledger`: runs the named benches, or all of them. Each module's `bench` prints its own table. */
const NOT_BENCHES = new Set(['run.ts']);

async function main(): Promise<void> {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.ts') && !NOT_BENCHES.has(name));
  const all = files.map((name) => name.replace(/\.ts$/, '')).toSorted();
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`there is no bench ${unknown.join(', ')}: choose from ${all.join(', ')}`);
  for (const name of asked.length > 0 ? asked : all) {
    process.stdout.write(`\n## ${name}\n\n`);
    const module: { bench: () => Promise<void> } = await import(`./${name}.ts`);
    await module.bench();
  }
}

await main();
