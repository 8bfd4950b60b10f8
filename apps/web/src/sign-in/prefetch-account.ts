import { preloadModules } from '../lib/load-after-paint.ts';
import { returnPath } from '../lib/return-path.ts';

/**
 * Fetches the code of the page after a sign-in, once, as soon as the user begins to fill in a form: while they type,
 * the network is idle. The start document of that page names the files.
 */
export function prefetchAccount(): void {
  const forms = [...document.forms].filter(({ dataset }) =>
    /^(?:login|signup|finish-signup|verify-otp)$/.test(dataset['form'] ?? ''),
  );
  const begin = (): void => {
    for (const form of forms) {
      for (const event of ['focusin', 'input']) form.removeEventListener(event, begin);
    }
    void fetchFiles(returnPath(history.state) ?? '/account/dashboard');
  };
  for (const form of forms) {
    for (const event of ['focusin', 'input']) form.addEventListener(event, begin);
  }
}

async function fetchFiles(path: string): Promise<void> {
  try {
    const answer = await fetch(path, { headers: { accept: 'text/html' } });
    preloadModules(new Set((await answer.text()).match(/\/assets\/[\w.-]+\.js/g)));
  } catch {
    // Then the account loads them itself.
  }
}
