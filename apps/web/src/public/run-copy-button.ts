const CONFIRMATION_MS = 2000;

async function copied(text: string): Promise<string> {
  try {
    // Not there on a page without TLS.
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    return 'Select and copy by hand';
  }
}

/** Makes a drawn button copy the example that it stands in, and say for 2 seconds how that went. */
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
