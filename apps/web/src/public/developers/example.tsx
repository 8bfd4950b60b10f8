import { buttonStyle } from '../../ui/button-style.ts';

/** An example to copy. The tests run bash and TypeScript ones unchanged against the running product. */
export interface ExampleText {
  readonly id: string;
  readonly title: string;
  readonly language: 'bash' | 'typescript' | 'javascript' | 'html' | 'http' | 'json' | 'text';
  readonly code: string;
}

/** An example with its button to copy it, which is shown only where copying works. */
export function Example({ example: { id, title, language, code } }: { example: ExampleText }) {
  return (
    <figure className="overflow-hidden rounded-card border border-hairline bg-sunk text-ink" data-example={id}>
      <figcaption className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 pl-4 text-sm text-ink-soft">
        {title}
        <button type="button" data-copy className={buttonStyle('quiet', 'normal', 'noscript:hidden')}>
          Copy
        </button>
      </figcaption>
      <pre
        data-language={language}
        className="px-4 pb-4 font-mono text-[13px] leading-relaxed wrap-anywhere whitespace-pre-wrap"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
