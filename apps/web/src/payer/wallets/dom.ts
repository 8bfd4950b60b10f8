type Attributes = Readonly<Record<string, string>>;
type Child = Node | string;

/** An element with attributes and children; texts become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';
const SHAPES = {
  cross: 'M18 6 6 18M6 6l12 12',
  check: 'M20 6 9 17l-5-5',
  warning: 'M12 8v5m0 4h.01M10.3 3.9 1.8 18.2A2 2 0 0 0 3.5 21h17a2 2 0 0 0 1.7-2.8L13.7 3.9a2 2 0 0 0-3.4 0Z',
  arrow: 'm9 18 6-6-6-6',
} as const;
export type Shape = keyof typeof SHAPES;

/** A small picture in the colour of the text around it, hidden from screen readers. */
export function shape(name: Shape): SVGSVGElement {
  const drawn = document.createElementNS(SVG, 'svg');
  drawn.setAttribute('viewBox', '0 0 24 24');
  drawn.setAttribute('width', '20');
  drawn.setAttribute('height', '20');
  drawn.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  drawn.append(path);
  return drawn;
}

/**
 * A button with an action; `primary` is the one that goes on. The second press of a double click does nothing: it was
 * meant for the view before, whose button was in the same place.
 */
export function button(text: string, kind: 'primary' | 'secondary' | 'quiet', press: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', class: `wallet-button wallet-button-${kind}` }, text);
  made.addEventListener('click', ({ detail }) => {
    if (detail < 2) press();
  });
  return made;
}
