import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { SHARED_FILES } from './build/chunks.ts';
import { developSite } from './build/develop-site.ts';
import { dropSummaries } from './build/drop-summaries.ts';
import { subsetFonts } from './build/fonts.ts';
import { lucideIcons } from './build/icons.ts';

const API_URL = process.env['API_URL'] ?? 'http://localhost:3000';

export default defineConfig({
  plugins: [dropSummaries(), subsetFonts(), lucideIcons(), developSite(API_URL), react(), tailwindcss()],
  server: { port: 5173, proxy: { '/api': API_URL } },
  build: {
    // Assets are not inlined as data, so that the content security policy can forbid data addresses.
    assetsInlineLimit: 0,
    // The manifest, for `npm run check`; the server does not serve it.
    manifest: 'render/manifest.json',
    rolldownOptions: {
      // A first visit reads the names of all later files: a character less of each saves it a tenth of a kilobyte.
      output: { codeSplitting: SHARED_FILES, chunkFileNames: 'assets/[name]-[hash:7].js' },
    },
  },
});
