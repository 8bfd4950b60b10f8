/** A form of the page by its name, or null. */
export const formNamed = (name: string): HTMLFormElement | null =>
  document.querySelector<HTMLFormElement>(`form[data-form="${name}"]`);

/** A copy of the content of the page's template `id`. Throws where the page has none. */
export function copyOf(id: string): DocumentFragment {
  const template = document.getElementById(id);
  if (!(template instanceof HTMLTemplateElement)) throw new Error(`the page has no template ${id}`);
  return document.importNode(template.content, true);
}

/** A copy of a template with `words` in its one text element. */
export function copySaying(id: string, words: string): Element {
  const copy = copyOf(id);
  const element = copy.firstElementChild;
  const place = copy.querySelector('[data-words]');
  if (element === null || place === null) throw new Error(`the template ${id} has no place for words`);
  place.textContent = words;
  return element;
}

/** The button that a form was sent by; the form's first one where it was sent with the Enter key. */
export function submitterOf(event: SubmitEvent): HTMLButtonElement | null {
  if (event.submitter instanceof HTMLButtonElement) return event.submitter;
  return event.target instanceof Element ? event.target.querySelector('button[type=submit]') : null;
}
