const CONFIRMATION_MS = 2000;

/** Copies plain text at a press, and shows the result on the button for two seconds, also where copying fails. */
export function runCopying(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy]') : null;
    if (button === null || button.dataset['label'] !== undefined) return;
    const { copy = '', copied = '', failed = '' } = button.dataset;
    const label = button.textContent;
    button.dataset['label'] = label;
    const show = (text: string): void => {
      button.textContent = text;
      document.getElementById('said')?.replaceChildren(text);
      setTimeout(() => {
        button.textContent = label;
        delete button.dataset['label'];
      }, CONFIRMATION_MS);
    };
    // A page without TLS has no clipboard at all.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(copy))
      .then(
        () => show(copied),
        () => show(failed),
      );
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-print]') !== null) print();
  });
}
