// A path of a developer's own machine in a file is found; addresses and relative paths are not taken for one.
import { expect, test } from 'vitest';
import { namesAMachinePath } from './machine-paths.mjs';

// Assembled here, so that this file contains none.
const path = (...parts: string[]) => `/${parts.join('/')}`;

test.each([
  `open("${path('home', 'sample', 'x')}")`,
  `at ${path('root', 'x')}`,
  `(${path('Users', 'sample')})`,
  path('work', 'main'),
])('%s is found', (text) => {
  expect(namesAMachinePath(text)).toBe(true);
});

test.each([
  '/api/home/x',
  'https://a.example/work/x',
  './work/main',
  '/usr/bin/chromium',
  'in /root, say',
  '/homepage',
])('%s is fine', (text) => {
  expect(namesAMachinePath(text)).toBe(false);
});
