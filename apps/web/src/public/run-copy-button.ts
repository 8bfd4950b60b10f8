const CONFIRMATION_MS = 2000;

async function copied(text: string): Promise<string> {
  try {
    // Not available on a page without TLS.
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Select and copy by hand';
  }
}

/** Makes a rendered button copy its example, and show the result for 2 seconds. */
export function runCopyButton(button: HTMLElement): void {
  const label = button.textContent;
  let timer: number | undefined;

  async function copy(): Promise<void> {
    button.textContent = await copied(button.closest('figure')?.querySelector('code')?.textContent ?? '');
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = label;
    }, CONFIRMATION_MS);
  }

  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => void copy());
}
