// For every passkey error of a browser the user reads what happened and what to do.
import { expect, it } from 'vitest';
import { CallError } from './client.ts';
import { passkeyProblem } from './passkey-words.ts';

const named = (name: string): Error => Object.assign(new Error('for programmers'), { name });

it('each refusal of the browser has words of its own', () => {
  const names = ['NotAllowedError', 'AbortError', 'InvalidStateError', 'NotSupportedError', 'SecurityError'];
  const sentences = names.map((name) => passkeyProblem(named(name)));
  expect(new Set(sentences).size).toBe(names.length);
  for (const sentence of sentences) expect(sentence).toMatch(/passkey.*\.$/i);
});

it('the server’s message is shown as it is, and anything else as the fallback', () => {
  expect(passkeyProblem(new CallError(422, 'The server says no.'), 'It failed.')).toBe('The server says no.');
  expect(passkeyProblem(new CallError(500, ''), 'It failed.')).toBe('It failed.');
  expect(passkeyProblem(named('OddError'), 'It failed.')).toBe('It failed.');
});
