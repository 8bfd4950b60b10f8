import { ROOMS } from './boundaries.mjs';
import { emittedIn } from './events.mjs';
import { IS_FOR_TESTS, SERVER } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */

/** One page: what a room owns, emits and asks, and the rules that surprise. */
const MOST_LINES = 40;

/** Whether a text names an event, or all of its kind: `payout.due`, or `payout.*`. @type {(text: string, event: string) => boolean} */
const namesEvent = (text, event) => text.includes(`\`${event}\``) || text.includes(`\`${event.split('.', 1)[0]}.*\``);

/**
 * What the rooms' READMEs leave out, a sentence each: a table that the room writes, an event that it emits, a room that it asks; or that
 * one is too long. Pure.
 * @param {readonly Source[]} readmes
 * @param {ReadonlyMap<string, string>} owners the room of each table
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function readmeProblems(readmes, owners, sources) {
  return Object.entries(ROOMS).flatMap(([room, asked]) => {
    const path = `${SERVER}${room}/README.md`;
    const text = readmes.find((readme) => readme.path === path)?.source;
    if (text === undefined) return [`${path} is not there`];
    const tables = [...owners].filter(([, owner]) => owner === room).map(([table]) => table);
    const own = sources.filter(
      (source) => source.path.startsWith(`${SERVER}${room}/`) && !IS_FOR_TESTS.test(source.path),
    );
    const asks = /\*\*Asks\*\*[^.:]*/.exec(text)?.[0] ?? '';
    const lines = text.trimEnd().split('\n').length;
    return [
      ...tables
        .filter((table) => !text.includes(`\`${table}\``))
        .map((table) => `${path} does not name ${table}, which the room writes`),
      ...[...new Set(own.flatMap(emittedIn))]
        .filter((event) => !namesEvent(text, event))
        .map((event) => `${path} does not name ${event}, which the room emits`),
      ...asked
        .filter((other) => !asks.includes(other))
        .map((other) => `${path} does not say that the room asks ${other}`),
      ...(lines > MOST_LINES ? [`${path} has ${lines} lines, and ${MOST_LINES} at most`] : []),
    ];
  });
}
