import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Some start a chain with a node of its own: seconds on a machine that does other things too.
  test: { include: ['src/**/*.test.ts'], globalSetup: ['@kobogate/testkit/sandbox/setup.ts'], testTimeout: 60_000 },
});
