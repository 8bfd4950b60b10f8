import type { FormProblems } from '@kobogate/contract';
import { copyOf, copySaying } from './page-parts.ts';

const placeIn = (form: Element): HTMLElement | null => form.querySelector<HTMLElement>('[data-problem]');

function fill(place: HTMLElement | null, notice: Element | null): void {
  place?.replaceChildren(...(notice === null ? [] : [notice]));
  if (place !== null) place.hidden = notice === null;
}

/** Shows a form's general problem, read out at once; null removes it. */
export function showWhole(form: Element, problem: string | null): void {
  fill(placeIn(form), problem === null ? null : copySaying('notice-danger', problem));
}

/** Shows a note above a form. */
export function showWarning(form: Element, words: string): void {
  fill(placeIn(form), copySaying('notice-warning', words));
}

/** Shows a form's problems, in general and at each field; null removes them. */
export function showProblems(form: HTMLFormElement, problems: FormProblems | null): void {
  showWhole(form, problems?.whole ?? null);
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement) showAtField(field, problems?.fields[field.name] ?? null);
  }
}

function showAtField(field: HTMLInputElement, problem: string | null): void {
  const id = `${field.id}-error`;
  const others = (field.getAttribute('aria-describedby') ?? '').split(' ').filter((known) => known && known !== id);
  document.getElementById(id)?.remove();
  if (problem === null) {
    field.removeAttribute('aria-invalid');
  } else {
    const copy = copyOf('field-error').firstElementChild;
    const words = copy?.querySelector('span');
    if (!copy || !words) return;
    copy.id = id;
    words.textContent = problem;
    // After the hint, as the server renders it; the label's parent is the field's frame.
    field.closest('div')?.append(copy);
    field.setAttribute('aria-invalid', 'true');
    others.push(id);
  }
  if (others.length === 0) field.removeAttribute('aria-describedby');
  else field.setAttribute('aria-describedby', others.join(' '));
}
