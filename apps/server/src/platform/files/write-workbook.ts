import type { CellObject, SheetData } from 'write-excel-file/node';
import type { Cell } from './csv.ts';

/** A workbook's sheet: its name, and its rows with the heading first. */
export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Sheets as the bytes of a workbook (XLSX). A text stays a text and never becomes a formula. A decimal is a number
 * where a spreadsheet, which counts in floats, keeps every digit of it, and else a text. All of it is held in memory; callers limit
 * their rows, and state the limit. Throws `RangeError` for more rows than a sheet can have.
 */
export async function writeWorkbook(sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> {
  if (sheets.some(({ rows }) => rows.length > MOST_ROWS)) throw new RangeError('a sheet has at most 1,048,576 rows');
  // With the first workbook, not with the server: most never write one.
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const workbook = writeXlsxFile(
    sheets.map(({ name, rows }) => ({
      sheet: name,
      data: rows.map((row, index) => row.map((cell) => writeCell(cell, index === 0))) satisfies SheetData,
      columns: (rows[0] ?? []).map((heading) => ({ width: Math.max(12, textOf(heading).length + 2) })),
      stickyRowsCount: 1,
    })),
  );
  return new Uint8Array(await workbook.toBuffer());
}

/** Excel's specifications and limits. */
const MOST_ROWS = 1_048_576;

const textOf = (cell: Cell): string => (typeof cell === 'string' ? cell : cell.decimal);

function writeCell(cell: Cell, isHeading: boolean): CellObject {
  const text = textOf(cell);
  const [, fraction = ''] = text.split('.');
  const isExact = typeof cell !== 'string' && Number(text).toFixed(fraction.length) === text && isShort(text);
  if (!isExact) return { type: String, value: asWritten(text), ...(isHeading ? { fontWeight: 'bold' } : {}) };
  return { type: Number, value: Number(text), format: fraction === '' ? '0' : `0.${'0'.repeat(fraction.length)}` };
}

/** Excel's specifications and limits. It opens no workbook that has a longer text. */
const LONGEST_TEXT = 32_767;

/**
 * A text of the length that a cell takes. What a reader would take as the code of a character (ECMA-376, 22.9.2.19: `_x0031_` is
 * a 1) is written so that it reads it as it was.
 */
function asWritten(text: string): string {
  const kept = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
  return kept.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

/** Spreadsheets keep 15 significant digits (ECMA-376 leaves it to them; Excel's specifications say 15). */
const isShort = (text: string): boolean => text.replaceAll(/\D/g, '').replace(/^0+/, '').length <= 15;
