import { stripVTControlCharacters } from 'node:util';

/** @typedef {{ name: string, message: string }} Finding a test, and its message when it failed */
/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly Finding[]} failures
 * @property {readonly Finding[]} repeated what passed only at its second try: a race, in the test or in what it tests
 */

const LONGEST_MESSAGE = 1500;
const number = (/** @type {unknown} */ value) => (typeof value === 'number' ? value : 0);
const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);

/** @type {(name: string, messages: readonly string[]) => Finding} */
const finding = (name, messages) => ({
  name,
  message: stripVTControlCharacters(messages.join('\n')).slice(0, LONGEST_MESSAGE),
});

/** @type {(tests: readonly { status: string, finding: Finding }[], wanted: string) => Finding[]} */
const ofStatus = (tests, wanted) => tests.filter(({ status }) => status === wanted).map((test) => test.finding);

/** A part that ended badly without a failed test counts as failed too: a file that could not be loaded. */
const withExitCode = (/** @type {Counts} */ counts, /** @type {number} */ code) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/**
 * What a run of Vitest counted. Pure.
 * @param {any} report its JSON report; undefined where it wrote none
 * @param {number} code its exit code
 * @returns {Counts}
 */
export function vitestCounts(report, code) {
  const files = list(report?.testResults);
  const tests = files.flatMap(({ name, assertionResults }) =>
    list(assertionResults).map(({ fullName, status, failureMessages }) => ({
      status,
      finding: finding(`${name} › ${fullName}`, list(failureMessages)),
    })),
  );
  const broken = files.filter(({ status, message }) => status === 'failed' && message);
  const counts = {
    passed: number(report?.numPassedTests),
    failed: number(report?.numFailedTests),
    skipped: number(report?.numPendingTests) + number(report?.numTodoTests),
    failures: [...ofStatus(tests, 'failed'), ...broken.map(({ name, message }) => finding(name, [message]))],
    repeated: ofStatus(tests, 'passed').filter(({ message }) => message !== ''),
  };
  return withExitCode(counts, code);
}

/**
 * What a run of the simulation counted, a schedule as a test. Pure.
 * @param {any} report its results; undefined where it wrote none
 * @param {number} code its exit code
 * @returns {Counts}
 */
export function simulationCounts(report, code) {
  const failures = list(report?.failures).map(({ seed, violation }) =>
    finding(`schedule of the seed ${seed}`, [violation]),
  );
  return withExitCode(
    { passed: number(report?.passed), failed: failures.length, skipped: 0, failures, repeated: [] },
    code,
  );
}

/** @type {(suite: any, path: readonly string[]) => { status: string, finding: Finding }[]} */
const testsOf = (suite, path) => [
  ...list(suite.specs).flatMap((spec) =>
    list(spec.tests).map((test) => ({
      status: test.status,
      finding: finding(
        [...path, suite.title, spec.title].join(' › '),
        list(test.results).flatMap(({ error }) => (error?.message === undefined ? [] : [error.message])),
      ),
    })),
  ),
  ...list(suite.suites).flatMap((inner) => testsOf(inner, [...path, suite.title])),
];

/**
 * What a run of Playwright counted. Pure.
 * @param {any} report its JSON report; undefined where it wrote none
 * @param {number} code its exit code
 * @returns {Counts}
 */
export function playwrightCounts(report, code) {
  const tests = list(report?.suites).flatMap((suite) => testsOf(suite, []));
  const counts = {
    passed: number(report?.stats?.expected) + number(report?.stats?.flaky),
    failed: number(report?.stats?.unexpected),
    skipped: number(report?.stats?.skipped),
    failures: ofStatus(tests, 'unexpected'),
    repeated: ofStatus(tests, 'flaky'),
  };
  return withExitCode(counts, code);
}

/**
 * Which tests failed, and which only passed at the second try, each with its message: the last screen of a long run
 * says where to look. Empty where all is well. Pure.
 * @param {readonly Counts[]} parts
 * @returns {string}
 */
export function findings(parts) {
  const lines = (/** @type {string} */ title, /** @type {readonly Finding[]} */ found) =>
    found.map(({ name, message }) => `${title}: ${name}\n${message.replaceAll(/^/gm, '    ')}\n`);
  return [
    ...lines(
      'Passed only at the second try',
      parts.flatMap(({ repeated }) => repeated),
    ),
    ...lines(
      'Failed',
      parts.flatMap(({ failures }) => failures),
    ),
  ].join('\n');
}

/**
 * The closing line, which other programs read. Pure.
 * @param {readonly Counts[]} parts
 * @returns {string}
 */
export function closingLine(parts) {
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ name) =>
    parts.reduce((total, part) => total + part[name], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
