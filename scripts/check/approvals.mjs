const SERVER = 'apps/server/src/';
const CONTROLS = `${SERVER}controls/`;
/** The one function that every decision of an administrator passes. */
const THE_FUNCTION = `${CONTROLS}approvals/record-decision.ts`;
const IS_FOR_TESTS = /\.test\.ts$|\/test-[^/]*\.ts$|-fixtures\.ts$/;

/** @typedef {import('./syntax.mjs').Source} Source */
/**
 * @type {readonly { readonly what: RegExp, readonly mayBeIn: (path: string) => boolean, readonly because: string }[]}
 */
const RULES = [
  {
    what: /\bsecondAboveKobo\b/,
    mayBeIn: (path) => path.startsWith(CONTROLS),
    because: 'compares with the threshold of two approvals, which only controls/ does (needsTwo)',
  },
  {
    what: /\badmin_since\b[^`]*interval '1 day'|\bisNewAdmin\s*\(\s*tx/,
    mayBeIn: (path) => path === THE_FUNCTION || path === `${CONTROLS}approvals/db.ts`,
    because: 'asks whether an administrator is new, which recordDecision does',
  },
  {
    what: /\bdecideApproval\s*\(/,
    mayBeIn: (path) => path === THE_FUNCTION || path === `${CONTROLS}approvals/approval.ts`,
    because: 'counts approvals, which recordDecision does',
  },
  {
    what: /\binsertAdminAction\s*\(|\binsert\s+into\s+admin_action\b/i,
    mayBeIn: (path) => path === THE_FUNCTION || path === `${CONTROLS}approvals/db.ts`,
    because: 'puts a decision on record, which recordDecision does',
  },
];

/**
 * Where the server decides on an approval outside of the one function for it: each place with what it does there. Pure.
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function approvalProblems(sources) {
  return sources
    .filter(({ path }) => path.startsWith(SERVER) && !IS_FOR_TESTS.test(path))
    .flatMap(({ path, source }) =>
      RULES.filter(({ what, mayBeIn }) => what.test(source) && !mayBeIn(path)).map(
        ({ because }) => `${path} ${because}`,
      ),
    );
}
