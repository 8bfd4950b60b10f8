/** Stands for `node:perf_hooks`. */
export { performance } from './globals.ts';
