import { askEarly } from '../lib/early-answers.ts';
import { loadAfterPaint, preloadModules } from '../lib/load-after-paint.ts';
import { storedToken } from '../lib/token.ts';
import { showTheme, storedTheme } from '../ui/theme.ts';

// Runs inside the document, before anything is drawn: no page flashes in the wrong colours, and a
// visitor who is not signed in sees no frame of the account.
const token = storedToken();
showTheme(storedTheme());
if (token === null) document.documentElement.dataset['session'] = 'none';

const { module = '', files = '', calls = '' } = document.currentScript?.dataset ?? {};
const listed = (text: string): string[] => text.split(' ').filter((word) => word !== '');

// After the paint, all at once: the app, the page's own files, and the first answers that it needs.
loadAfterPaint(module, {
  onStart: () => {
    preloadModules(listed(files));
    if (token !== null) askEarly(token, listed(calls));
  },
});
