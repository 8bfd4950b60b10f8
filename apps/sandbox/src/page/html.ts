/** Text that is HTML already. Only `html` makes it, so nothing reaches the page unescaped. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

type Part = Html | string | number | readonly Part[];

function render(part: Part): string {
  if (part instanceof Html) return part.markup;
  return typeof part === 'object' ? part.map(render).join('') : escape(String(part));
}

/** HTML with every inserted text escaped; inserted HTML and lists of it stay as they are. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index] ?? '')).join(''));
}
