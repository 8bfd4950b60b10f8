import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { subsetFonts } from './build/fonts.ts';

export default defineConfig({
  plugins: [subsetFonts(), react(), tailwindcss()],
  server: { port: 5173, proxy: { '/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
  // Nothing inlined as data: addresses, so that the content security policy can forbid them.
  build: { assetsInlineLimit: 0 },
});
