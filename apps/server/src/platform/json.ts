import { parse } from 'lossless-json';
import { malformed } from './errors.ts';

/** Deeper than any request of the API, and far from the parser's own recursion limit. */
const DEEPEST = 32;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads a request's JSON so that nothing is guessed: numbers keep their decimal text (`LosslessNumber`), a repeated key,
 * a key that could reach an object's prototype and nesting deeper than 32 are refused. Throws 400 in words.
 */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) throw malformed('The request is nested too deeply. Please send it flatter.');
  let value: unknown;
  try {
    value = parse(text, undefined, { onDuplicateKey: refuseDuplicate });
  } catch (error) {
    if (error instanceof SyntaxError) throw malformed('The request is not valid JSON. Please check it and try again.');
    throw error;
  }
  refuseKeys(value);
  return value;
}

function refuseDuplicate({ key }: { key: string }): never {
  throw malformed(`The request names "${key.slice(0, 40)}" twice. Please send it once.`);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
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
