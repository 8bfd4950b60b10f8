import { ensureInstalled } from '../lib/install.mjs';
import { say } from '../lib/steps.mjs';

/** `npm run check`: everything that can be checked without running the product. Answers the exit code. */
export async function checkAll() {
  await ensureInstalled();
  // The parts' dependencies are installed only now.
  const { PARTS } = await import('./parts.mjs');
  const failed = [];
  for (const { name, check } of PARTS) {
    const start = performance.now();
    const problems = await check();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`${problems.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)`);
    for (const problem of problems) say(problem.replaceAll(/^/gm, '    '));
    if (problems.length > 0) failed.push(name);
  }
  if (failed.length > 0) say(`\nNot in order: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}
