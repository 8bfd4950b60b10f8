import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

/** A QR code of exactly `text`; dark on white in both themes, because many cameras need that. `label` names it. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, side } = useMemo(() => qrPath(text), [text]);
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
