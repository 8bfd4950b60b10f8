// This file and the entries that import it are written in syntax that old Node versions can parse, so that these can
// say what they lack instead of failing on the syntax.

/** `engines` of package.json, as [major, least minor]; a newer major than the last is accepted. */
const SUPPORTED = [
  [20, 19],
  [22, 12],
  [24, 0],
];

/**
 * Why this Node version can't run Kobogate, as a sentence; null where it can. Pure.
 * @param {string} version such as `20.19.0`
 * @returns {string | null}
 */
export function whyNodeIsTooOld(version) {
  const parts = version.split('.').map(Number);
  const major = parts[0] || 0;
  const minor = parts[1] || 0;
  const isSupported = SUPPORTED.some(function (line) {
    return major === line[0] && minor >= (line[1] || 0);
  });
  if (isSupported || major > 24) return null;
  return (
    'Kobogate needs Node.js 20.19 or newer in line 20, 22.12 or newer in line 22, or 24 and newer. ' +
    'This is Node.js ' +
    version +
    '. Please install one of those from https://nodejs.org and run the command again.'
  );
}

/**
 * Ends the program with a sentence where this Node version is too old, before anything else is loaded.
 * @returns {boolean} whether it may go on
 */
export function requireNode() {
  const why = whyNodeIsTooOld(process.versions.node);
  if (why === null) return true;
  process.stderr.write(why + '\n');
  process.exitCode = 1;
  return false;
}
