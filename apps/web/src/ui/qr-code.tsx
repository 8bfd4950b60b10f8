import { useMemo } from 'react';
import { type QrPath, qrPath } from './qr-path.ts';

interface Shown {
  /** What it is a code of. */
  label: string;
  className?: string;
}

/** A QR code of exactly `text`. */
export function QrCode({ text, ...shown }: Shown & { text: string }) {
  const code = useMemo(() => qrPath(text), [text]);
  return <DrawnQrCode code={code} {...shown} />;
}

/** A code that was drawn before; dark on white in both themes, because many cameras need that. */
export function DrawnQrCode({ code: { path, side }, label, className }: Shown & { code: QrPath }) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
