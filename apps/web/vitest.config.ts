import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['{build,src}/**/*.test.{ts,tsx}'],
    // The files of a worker share its modules and its document, which take longer to set up than all tests to run.
    isolate: false,
  },
});
