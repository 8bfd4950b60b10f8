import { defineConfig } from 'vitest/config';
import { lucideIcons } from './build/icons.ts';

export default defineConfig({
  plugins: [lucideIcons()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['{build,src}/**/*.test.{ts,tsx}'],
    // The files of a worker share its modules and its document, which take longer to set up than all tests to run.
    isolate: false,
  },
});
