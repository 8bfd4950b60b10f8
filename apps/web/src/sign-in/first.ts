import { holdForms } from '../lib/hold-forms.ts';
import { loadAfterPaint } from '../lib/load-after-paint.ts';
import { showTheme, storedTheme } from '../ui/theme.ts';

// Runs inside the document, before anything is drawn: no page flashes in the wrong colours.
showTheme(storedTheme());
loadAfterPaint(document.currentScript?.dataset['module'] ?? '', { onEnd: holdForms() });
