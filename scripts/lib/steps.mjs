/** How often a long step reports that it still works. */
const STILL_WORKING_MS = 15_000;

/** A failure whose message is a sentence for the terminal; no stack trace is shown. */
export class Refusal extends Error {}

/**
 * Prints one line to the terminal.
 * @param {string} line
 */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs one step of the work, and reports its begin, that it still works, and how many seconds it took. Rejects as
 * the work does.
 * @template Result
 * @param {string} title
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function step(title, work) {
  const start = performance.now();
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
  say(`  … ${title}`);
  const timer = setInterval(() => say(`  … ${title}: still working, ${seconds()}`), STILL_WORKING_MS);
  try {
    const result = await work();
    say(`  ✓ ${title} (${seconds()})`);
    return result;
  } catch (error) {
    say(`  ✗ ${title} (${seconds()})`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a script's main function: a `Refusal` is printed as its sentence, anything else with its stack, and both end
 * the process with 1.
 * @param {() => Promise<number | void>} main answers the exit code
 */
export async function run(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    const words = error instanceof Refusal ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`\n${words}\n`);
  }
}
