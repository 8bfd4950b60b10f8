import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['@kobogate/testkit/platform/setup.ts'],
    // Each file opens connections to the one server, which has sixty.
    maxWorkers: 3,
    // The files of a worker share its modules, which take longer to load than most files to run; none keeps state in one.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes when it comes: a second is short on a machine that does other things too.
    expect: { poll: { timeout: 60_000 } },
  },
});
