import { defineConfig } from 'vitest/config';
import { RENDERER_ALIASES } from './build/renderer.ts';

export default defineConfig({
  resolve: { alias: RENDERER_ALIASES },
  test: { name: 'web', environment: 'happy-dom', include: ['{build,src}/**/*.test.{ts,tsx}'] },
});
