import { bundle } from '@kobogate/sandbox/bundle.ts';

/**
 * For tests: a program of the sandbox in one file, made of its sources of now. It starts in a third of the time that its
 * sources take, which the compiler reads again at each start.
 */
export const sandboxProgram = (name: 'main' | 'banks-alone'): Promise<string> =>
  bundle(`src/${name}.ts`, `dist/${name}-for-tests.js`);
