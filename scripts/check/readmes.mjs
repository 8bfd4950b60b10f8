import { ROOMS } from './boundaries.mjs';
import { emittedIn } from './events.mjs';
import { IS_FOR_TESTS, SERVER } from './syntax.mjs';

/** @typedef {import('./syntax.mjs').Source} Source */

/** One page: what a room owns, emits and asks, and the rules that surprise. */
const MOST_LINES = 40;

/** Whether a text names an event, or all of its kind: `payout.due`, or `payout.*`. @type {(text: string, event: string) => boolean} */
const namesEvent = (text, event) => text.includes(`\`${event}\``) || text.includes(`\`${event.split('.', 1)[0]}.*\``);

/**
 * What a room's README leaves out.
 * @param {Source} readme
 * @param {{ readonly tables: readonly string[], readonly events: readonly string[], readonly asked: readonly string[] }} has
 */
function leftOut({ path, source }, { tables, events, asked }) {
  const asks = /\*\*Asks\*\*[^.:]*/.exec(source)?.[0] ?? '';
  const lines = source.trimEnd().split('\n').length;
  const table = tables.filter((each) => !source.includes(`\`${each}\``));
  const event = events.filter((each) => !namesEvent(source, each));
  const other = asked.filter((each) => !asks.includes(each));
  return [
    ...table.map((each) => `${path} does not name ${each}, which the room writes`),
    ...event.map((each) => `${path} does not name ${each}, which the room emits`),
    ...other.map((each) => `${path} does not say that the room asks ${each}`),
    ...(lines > MOST_LINES ? [`${path} has ${lines} lines, and ${MOST_LINES} at most`] : []),
  ];
}

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
    const readme = readmes.find((each) => each.path === path);
    if (readme === undefined) return [`${path} is not there`];
    const tables = [...owners].filter(([, owner]) => owner === room).map(([table]) => table);
    const own = sources.filter(
      (source) => source.path.startsWith(`${SERVER}${room}/`) && !IS_FOR_TESTS.test(source.path),
    );
    return leftOut(readme, { tables, events: [...new Set(own.flatMap(emittedIn))], asked });
  });
}
