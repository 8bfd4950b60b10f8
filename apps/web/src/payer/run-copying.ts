const CONFIRMATION_MS = 2000;

/** What can be copied is copied whole, and the button says so for two seconds; so it does where copying fails. */
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
