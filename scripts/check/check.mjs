import { ensureInstalled } from '../lib/install.mjs';
import { say } from '../lib/steps.mjs';

/** A part alone leaves one of two cores idle for half of its time. */
const AT_ONCE = 2;

/** `npm run check`: everything that can be checked without running the product. Answers the exit code. */
export async function checkAll() {
  await ensureInstalled('all');
  // The parts' dependencies are installed only now.
  const { PARTS } = await import('./parts.mjs');
  /** @type {string[]} */
  const failed = [];
  const waiting = [...PARTS];
  const runParts = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const start = performance.now();
      const problems = await part.check();
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      say(`${problems.length === 0 ? '✓' : '✗'} ${part.name} (${seconds} s)`);
      for (const problem of problems) say(problem.replaceAll(/^/gm, '    '));
      if (problems.length > 0) failed.push(part.name);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runParts));
  if (failed.length > 0) say(`\nNot in order: ${failed.join(', ')}.`);
  return failed.length === 0 ? 0 : 1;
}
