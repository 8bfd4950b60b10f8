import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';
import { Refusal } from './steps.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code the exit code; 1 where a signal ended it
 * @property {string} output standard output and error, in the order in which they came
 */

/**
 * Runs a program to its end and collects what it prints.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean }} [options] `show` prints as it comes
 * @returns {Promise<Outcome>}
 */
export function execute(program, args, { cwd = ROOT, env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        output += text;
        if (show) process.stdout.write(text);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program that must succeed. Throws a `Refusal` with its whole output where it does not.
 * @param {string} what is being done, for the sentence
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function mustExecute(what, program, args, options) {
  const { code, output } = await execute(program, args, options);
  if (code !== 0) throw new Refusal(`${output.trim()}\n\n${what} failed; its output is above.`);
}

/**
 * The program of a development dependency, run by this very Node.
 * @param {string} path of its script below node_modules
 * @param {readonly string[]} args
 * @returns {[string, string[]]}
 */
export const tool = (path, args) => [process.execPath, [`${ROOT}/node_modules/${path}`, ...args]];
