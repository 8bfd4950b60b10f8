/** A cell: a text, or an exact decimal that is written as it is. */
export type Cell = string | { readonly decimal: string };

/**
 * Rows as CSV by RFC 4180: commas, CRLF, quotes doubled, preceded by the mark that tells Excel that it is UTF-8.
 * A text that a spreadsheet would run as a formula (OWASP, "CSV Injection": =, +, -, @, tab or carriage return first,
 * also behind spaces) is preceded by an apostrophe. Throws `TypeError` for a decimal that is none.
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${writeCsvRows(rows)}`;
}

/** Rows that go on with what `writeCsv` began, for a file that is never held as rows. Throws as it does. */
export function writeCsvRows(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(cell: Cell): string {
  if (typeof cell !== 'string') {
    if (!/^-?\d+(?:\.\d+)?$/.test(cell.decimal)) throw new TypeError(`not a decimal: ${cell.decimal}`);
    return cell.decimal;
  }
  const text = /^\s*[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
