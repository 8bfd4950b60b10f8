/** The texts of the named fields of a form, as typed. A missing or file field reads as empty. */
export function formValues<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  const data = new FormData(form);
  const entries = names.map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  // fromEntries forgets the key type; the keys are exactly `names`.
  return Object.fromEntries(entries) as Record<Name, string>;
}

/** Moves the focus to the named field, where there is one. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
}

/** Moves the focus to the first of the named fields that is empty, so that the person lands where work is left. */
export function focusFirstEmpty(form: HTMLFormElement, names: readonly string[]): void {
  for (const name of names) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value.trim() === '') return field.focus();
  }
}
