/** Inline content of a document, as sources of a content security policy such as `'sha256-…'`. */
export interface InlineSources {
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
  /** Other origins that its scripts may call. */
  readonly connect?: readonly string[];
  /** Other origins that its pictures may come from. */
  readonly images?: readonly string[];
  /** Whether any site may show it in a frame: only for documents that carry no session and act for none. */
  readonly isEmbeddable?: boolean;
}

/**
 * The content security policy of an answer: everything loads from this origin, inline code does not run unless `inline`
 * names it, and no other site may frame a page of ours unless the page is made for that.
 */
export function contentSecurityPolicy(inline: InlineSources = { styles: [], scripts: [] }): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts].join(' '),
    ["style-src 'self'", ...inline.styles].join(' '),
    ["img-src 'self' data:", ...(inline.images ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...(inline.connect ?? [])].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${inline.isEmbeddable === true ? '*' : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}
