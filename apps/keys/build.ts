import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';

const inDist = (name: string): string => fileURLToPath(new URL(`dist/${name}`, import.meta.url));

// Each in one file, which can be carried to a machine that was never online; the signer is separate, so that the key tool
// contains nothing that listens.
await bundle('src/main.ts', inDist('kobogate-keys.mjs'));
await bundle('src/signer/main.ts', inDist('kobogate-signer.mjs'));
