import { IS_FOR_TESTS } from './events.mjs';

/** @typedef {import('./events.mjs').Source} Source */

const SERVER = 'apps/server/src/';
const CREATES = /\bcreate table (?:if not exists )?(?<table>\w+)/gi;
const WRITES = /\b(?:insert into|update|delete from|merge into|truncate(?: table)?)\s+(?:only\s+)?(?<table>\w+)/gi;

/** The folder of the server that a file is in: a room, or the platform. @type {(path: string) => string} */
const roomOf = (path) => path.slice(SERVER.length).split('/', 1)[0] ?? '';

/**
 * Tables that more than one room writes, a sentence each: each table has one room that writes it and is responsible for
 * its content. Pure.
 * @param {readonly Source[]} migrations
 * @param {readonly Source[]} sources
 * @returns {string[]}
 */
export function tableProblems(migrations, sources) {
  const tables = new Set(
    migrations.flatMap(({ source }) => [...source.matchAll(CREATES)].map(({ groups }) => groups?.['table'] ?? '')),
  );
  /** @type {Map<string, Map<string, string>>} */
  const writers = new Map();
  for (const { path, source } of sources.filter(({ path: file }) => !IS_FOR_TESTS.test(file))) {
    for (const { groups } of source.matchAll(WRITES)) {
      const table = groups?.['table'] ?? '';
      if (!tables.has(table)) continue;
      const rooms = writers.get(table) ?? new Map();
      writers.set(table, rooms.set(roomOf(path), path));
    }
  }
  return [...writers]
    .filter(([, rooms]) => rooms.size > 1)
    .map(([table, rooms]) => `${table} is written by more than one room: ${[...rooms.values()].join(', ')}`);
}
