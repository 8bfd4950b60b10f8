import { loadAfterPaint } from '../lib/load-after-paint.ts';

// Runs inside the document.
loadAfterPaint(document.currentScript?.dataset['module'] ?? '');
