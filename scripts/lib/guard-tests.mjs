// Run as a program beside a test run, in a process group of its own: ends what is left of the run once its standard input has closed, as
// happens also where the run was killed. A line `+1234` says that process group 1234 has begun, `-1234` that it has ended.
import { createInterface } from 'node:readline';
import { endRemains } from './test-remains.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the test run');
/** @type {Set<number>} */
const groups = new Set();
for await (const line of createInterface({ input: process.stdin })) {
  const pid = Number(line.slice(1));
  if (line.startsWith('+')) groups.add(pid);
  else groups.delete(pid);
}
await endRemains(groups, folder);
