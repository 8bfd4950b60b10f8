import { encode } from 'uqr';

// ISO/IEC 18004 asks for a quiet zone of four modules.
const QUIET_ZONE = 4;

/** The runs of dark modules in a row: the path is part of the page, and half as long with them. */
function runs(row: readonly boolean[]): { x: number; length: number }[] {
  return row.flatMap((isDark, x) => {
    if (!isDark || row[x - 1] === true) return [];
    const end = row.indexOf(false, x);
    return [{ x, length: (end === -1 ? row.length : end) - x }];
  });
}

export interface QrPath {
  /** Fills every dark module. */
  readonly path: string;
  /** The side of the code in modules. */
  readonly side: number;
}

/** The code for `text`. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => runs(row).map(({ x, length }) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('');
  return { path, side: size };
}
