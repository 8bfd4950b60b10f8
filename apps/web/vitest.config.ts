import { defineConfig } from 'vitest/config';
import { RENDERER_ALIASES } from './build/renderer.ts';

export default defineConfig({
  resolve: { alias: RENDERER_ALIASES },
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['{build,src}/**/*.test.{ts,tsx}'],
    // The files of a worker share its modules and its document, which take longer to make than all tests to run.
    isolate: false,
  },
});
