const PART = '[data-part]';

const partsOf = (page: Document): HTMLElement[] => [...page.querySelectorAll<HTMLElement>(PART)];
const nameOf = (part: HTMLElement): string => part.dataset['part'] ?? '';

/** The parts as the server drew them, without what was typed, pressed or counted down in them since. */
const drawn = new Map(partsOf(document).map((part) => [nameOf(part), part.cloneNode(true)]));

/**
 * Updates this page's parts to a later drawing of it, in its order. An unchanged part stays as it
 * is, and the focus stays where an element of its id is still there; otherwise the page as a whole gets it.
 * A change in the page's headline is read out.
 */
export function takeParts(fresh: Document): void {
  const focused = document.activeElement;
  const headline = headlineOf();
  const wanted = new Map(partsOf(fresh).map((part) => [nameOf(part), part]));
  for (const part of partsOf(document)) if (!wanted.has(nameOf(part))) part.remove();
  let before: Element | null = null;
  for (const [name, part] of wanted) before = takePart(name, part, before);
  document.title = fresh.title;
  if (focused?.isConnected === false) document.getElementById(focused.id || 'content')?.focus();
  if (headlineOf() !== headline) document.getElementById('said')?.replaceChildren(headlineOf());
}

function takePart(name: string, fresh: HTMLElement, before: Element | null): Element {
  // Scripts run here: fallback buttons for pages without them must not be pressed by the Enter key.
  for (const instead of fresh.querySelectorAll('noscript')) instead.remove();
  const old = partsOf(document).find((part) => nameOf(part) === name);
  // What is kept holds a picture of its own, which only a whole page brings.
  const isKept = fresh.dataset['kept'] !== undefined && old?.dataset['kept'] !== undefined;
  if (old !== undefined && (isKept || drawn.get(name)?.isEqualNode(fresh) === true)) return old;
  drawn.set(name, fresh.cloneNode(true));
  const part = document.adoptNode(fresh);
  if (old !== undefined) keepTyped(old, part);
  if (old !== undefined) old.replaceWith(part);
  else if (before === null) document.getElementById('content')?.prepend(part);
  else before.after(part);
  return part;
}

/** What was typed into a part goes on in its new drawing: the server was not told of it. */
function keepTyped(old: HTMLElement, part: HTMLElement): void {
  for (const field of old.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input[id], select[name^="field."]')) {
    const next = part.querySelector<HTMLInputElement | HTMLSelectElement>(`#${field.id}`);
    const isTyped = !('defaultValue' in field) || field.value !== field.defaultValue;
    if (next !== null && isTyped) next.value = field.value;
  }
}

const headlineOf = (): string => document.querySelector('[data-said]')?.textContent ?? '';
