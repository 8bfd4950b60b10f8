/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const number = (/** @type {unknown} */ value) => (typeof value === 'number' ? value : 0);

/** A part that ended badly without a failed test of its own has failed all the same: a file that could not be loaded. */
const withExitCode = (/** @type {Counts} */ counts, /** @type {number} */ code) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/**
 * What a run of Vitest counted. Pure.
 * @param {any} report its JSON report; undefined where it wrote none
 * @param {number} code its exit code
 * @returns {Counts}
 */
export function vitestCounts(report, code) {
  const counts = {
    passed: number(report?.numPassedTests),
    failed: number(report?.numFailedTests),
    skipped: number(report?.numPendingTests) + number(report?.numTodoTests),
  };
  return withExitCode(counts, code);
}

/**
 * What a run of Playwright counted. A test that passed only when repeated counts as failed. Pure.
 * @param {any} report its JSON report; undefined where it wrote none
 * @param {number} code its exit code
 * @returns {Counts}
 */
export function playwrightCounts(report, code) {
  const counts = {
    passed: number(report?.stats?.expected),
    failed: number(report?.stats?.unexpected) + number(report?.stats?.flaky),
    skipped: number(report?.stats?.skipped),
  };
  return withExitCode(counts, code);
}

/**
 * The closing line, which other programs read. Pure.
 * @param {readonly Counts[]} parts
 * @returns {string}
 */
export function closingLine(parts) {
  const sum = (/** @type {keyof Counts} */ name) => parts.reduce((total, part) => total + part[name], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
