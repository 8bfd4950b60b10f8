import { defineConfig } from 'vitest/config';

export default defineConfig({
  // The files of a worker share its modules, which are a fifth of all processor time to load. None keeps state in one.
  test: { include: ['src/**/*.test.ts'], isolate: false, testTimeout: 60_000 },
});
