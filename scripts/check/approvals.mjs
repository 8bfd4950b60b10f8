import { IS_FOR_TESTS, SERVER } from './syntax.mjs';

const CONTROLS = `${SERVER}controls/`;
/** The one function that every decision of an administrator passes. */
const THE_FUNCTION = `${CONTROLS}approvals/record-decision.ts`;
/** The facts that it decides by. */
const DECISION = `${CONTROLS}approvals/approval.ts`;
const ROWS = `${CONTROLS}approvals/db.ts`;

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
    what: /\badmin_since\s*[<>]|\bisNewAdmin\b/,
    mayBeIn: (path) => [THE_FUNCTION, DECISION, ROWS].includes(path),
    because: 'asks whether an administrator is new, which recordDecision does',
  },
  {
    what: /\bdecideApproval\b/,
    mayBeIn: (path) => [THE_FUNCTION, DECISION].includes(path),
    because: 'counts approvals, which recordDecision does',
  },
  {
    what: /\binsertAdminAction\b|\binsert\s+into\s+admin_action\b/i,
    mayBeIn: (path) => [THE_FUNCTION, ROWS].includes(path),
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
