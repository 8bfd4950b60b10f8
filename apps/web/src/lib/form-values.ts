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
