// The daemon is downloaded with exactly the libraries that the machine lacks, and only for runs that include its tests.
import { expect, test } from 'vitest';
import { missingPackages, needsDaemon } from './bitcoin-daemon.mjs';

test('only what is not fully installed is downloaded, and each package once', () => {
  const depends =
    'litecoind\n  Depends: libfmt9\n  Depends: <virtual>\nlibfmt9\nlibc6:amd64\n<virtual>\nlibdb5.3++\nlibfmt9\n';
  const installed = 'libc6 install ok installed\nlibdb5.3++ deinstall ok config-files\n';
  expect(missingPackages(depends, installed)).toEqual(['litecoind', 'libfmt9', 'libdb5.3++']);
});

test('a run of other files fetches nothing', () => {
  expect([needsDaemon([]), needsDaemon(['bitcoin']), needsDaemon(['browser/wallet'])]).toEqual([true, true, false]);
});
