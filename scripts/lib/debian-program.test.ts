// A program of Debian's is downloaded with exactly the libraries that the machine lacks, and only for runs that include its tests.
import { expect, test } from 'vitest';
import { isNeeded, missingPackages, PROGRAMS } from './debian-program.mjs';

test('only what is not fully installed is downloaded, and each package once', () => {
  const depends =
    'litecoind\n  Depends: libfmt9\n  Depends: <virtual>\nlibfmt9\nlibc6:amd64\n<virtual>\nlibdb5.3++\nlibfmt9\n';
  const installed = 'libc6 install ok installed\nlibdb5.3++ deinstall ok config-files\n';
  expect(missingPackages(depends, installed)).toEqual(['litecoind', 'libfmt9', 'libdb5.3++']);
});

test('a run of other files fetches nothing', () => {
  const needed = (files: string[]) => PROGRAMS.filter((wanted) => isNeeded(files, wanted)).map(({ from }) => from);
  expect(['bitcoin', 'http/pooler', 'browser/wallet'].map((part) => needed([part]))).toEqual([
    ['litecoind'],
    ['pgbouncer'],
    [],
  ]);
  expect(needed([])).toEqual(PROGRAMS.map(({ from }) => from));
});
