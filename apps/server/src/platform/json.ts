import { parse } from 'lossless-json';
import { malformed } from './errors.ts';

/** Deeper than any request of the API, and far below the parser's own recursion limit. */
const DEEPEST = 32;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads a request's JSON strictly: numbers keep their decimal text (`LosslessNumber`), and a repeated key, a key that
 * could reach an object's prototype and nesting deeper than 32 are refused. Throws 400 with a message.
 */
export function readJson(text: string): unknown {
  refuseStructure(text);
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed('The request is not valid JSON. Please check it and try again.');
    throw error;
  }
  refuseKeys(value);
  return value;
}

/** The value of a JSON text, with numbers as JavaScript has them; null if it is not JSON. */
export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Throws where the text nests too deeply or an object names a key twice. The parser itself accepts a key that is
 * repeated with the same value, and would overflow the stack on deep nesting.
 */
function refuseStructure(text: string): void {
  const open: Set<string>[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      if (isKey(text, end)) refuseRepeated(open.at(-1), text.slice(index, end + 1));
      index = end;
    } else if (character === '{' || character === '[') {
      open.push(new Set());
      if (open.length > DEEPEST) throw malformed('The request is nested too deeply. Please send it flatter.');
    } else if (character === '}' || character === ']') open.pop();
  }
}

function isKey(text: string, end: number): boolean {
  let index = end + 1;
  while (' \t\r\n'.includes(text[index] ?? '-')) index += 1;
  return text[index] === ':';
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}

function refuseRepeated(keys: Set<string> | undefined, quoted: string): void {
  if (keys === undefined) return;
  let key: string;
  try {
    key = String(JSON.parse(quoted));
  } catch {
    return; // Not a valid string: the parser reports it.
  }
  if (keys.has(key)) throw malformed(`The request names "${key.slice(0, 40)}" twice. Please send it once.`);
  keys.add(key);
}

function refuseKeys(value: unknown): void {
  if (Array.isArray(value)) {
    for (const item of value) refuseKeys(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (FORBIDDEN_KEYS.has(key)) throw malformed('The request has a field name that is not allowed.');
      refuseKeys(item);
    }
  }
}
