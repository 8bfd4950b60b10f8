/** A cell: a text, or an exact decimal that is written as it is. */
export type Cell = string | { readonly decimal: string };

/**
 * Rows as CSV by RFC 4180: commas, CRLF, quotes doubled, preceded by the byte order mark that tells Excel that it is
 * UTF-8. A text that a spreadsheet would run as a formula (OWASP, "CSV Injection": =, +, -, @, tab or carriage return
 * first, also behind spaces) gets an apostrophe in front. Throws `TypeError` for an invalid decimal.
 */
export function writeCsv(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${writeCsvRows(rows)}`;
}

/** Rows that continue a file begun with `writeCsv`, for files that are never held in memory. Throws the same errors. */
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
