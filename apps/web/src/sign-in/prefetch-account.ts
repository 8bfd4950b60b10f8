import { returnPath } from '../lib/return-path.ts';

/**
 * Fetches the code of the page after a sign-in, once, as soon as the user begins to fill in a form: while they type,
 * the network is idle. The start document of that page names the files.
 */
export function prefetchAccount(): void {
  const forms = [...document.forms].filter(({ dataset }) =>
    /^(?:login|signup|verify-otp)$/.test(dataset['form'] ?? ''),
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
    const files = new Set((await answer.text()).match(/\/assets\/[\w.-]+\.(?:js|css)/g));
    for (const file of files) document.head.append(preloading(file));
  } catch {
    // Then the account loads them itself.
  }
}

function preloading(file: string): HTMLLinkElement {
  const link = document.createElement('link');
  const isStyle = file.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  // With the attributes of the start document: otherwise they would be fetched twice.
  link.crossOrigin = 'anonymous';
  link.href = file;
  return link;
}
