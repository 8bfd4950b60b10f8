/** The content of a mail. Every text is plain: none of it is read as HTML. */
export interface MailContent {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** A code, shown large. */
  readonly code?: string;
  readonly link?: { readonly label: string; readonly url: string };
  /** Small print: why this mail was sent. */
  readonly reason: string;
  /** Its BCP 47 tag; English where it is left out. */
  readonly language?: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const BODY = 'margin:0;padding:24px 16px;background:#f6f5f2;color:#1c1b19;font:16px/1.5 sans-serif';
const CARD = 'max-width:480px;margin:0 auto;padding:24px;background:#fff;border-radius:12px;overflow-wrap:anywhere';
/** Shown beside the subject in a list of mails, and nowhere in the mail itself. */
const PREHEADER = 'display:none;max-height:0;overflow:hidden;opacity:0';
/** The colours for mail programs with a dark mode, which would otherwise invert them. All pairs pass WCAG AA. */
const DARK =
  '@media (prefers-color-scheme:dark){.page{background:#14211b!important;color:#f1efe9!important}' +
  '.card{background:#1c2b24!important}.small{color:#b4b9b1!important}.button{background:#7fd0a4!important;color:#0d1a14!important}}';
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#0b5d3b;color:#fff;border-radius:8px;text-decoration:none';
const LARGE = 'margin:16px 0;font:bold 32px/1.2 monospace;letter-spacing:8px';
const SMALL = 'margin:24px 0 0;color:#6b675f;font-size:13px';

/** Renders a mail as text and as HTML that a phone shows without zooming: one column, nothing loaded from outside. */
export function layOutMail(content: MailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

const END = '</div></body></html>';

/** A rendered mail with its sender at the end, one line each. The lines are plain text too. */
export function signMail(
  { text, html }: { text: string; html: string },
  lines: readonly string[],
): { text: string; html: string } {
  const signature = `<p class="small" style="${SMALL}">${lines.map(escapeHtml).join('<br>')}</p>`;
  const body = html.endsWith(END) ? html.slice(0, -END.length) : html;
  return { text: `${text}\n\n${lines.join('\n')}`, html: body + signature + END };
}

function asText({ title, paragraphs, code, link, reason }: MailContent): string {
  return [
    title,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    reason,
  ].join('\n\n');
}

function asHtml({ title, paragraphs, code, link, reason, language = 'en' }: MailContent): string {
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(code === undefined ? [] : [`<p style="${LARGE}">${escapeHtml(code)}</p>`]),
    ...(link === undefined
      ? []
      : [`<p><a href="${escapeHtml(link.url)}" class="button" style="${BUTTON}">${escapeHtml(link.label)}</a></p>`]),
    `<p class="small" style="${SMALL}">${escapeHtml(reason)}</p>`,
  ];
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<title>${escapeHtml(title)}</title><style>${DARK}</style></head><body class="page" style="${BODY}">` +
    `<div style="${PREHEADER}">${escapeHtml(paragraphs[0] ?? '')}</div>` +
    `<div class="card" style="${CARD}">${parts.join('')}${END}`
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
