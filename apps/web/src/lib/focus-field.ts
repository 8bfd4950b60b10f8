/** Puts the focus on a field of a form by its name, where there is one. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

/** Puts the focus on the first of the named fields that is empty. */
export function focusFirstEmpty(form: HTMLFormElement, names: readonly string[]): void {
  const values = new FormData(form);
  const empty = names.find((name) => {
    const value = values.get(name);
    return typeof value === 'string' && value.trim() === '';
  });
  if (empty !== undefined) focusField(form, empty);
}
