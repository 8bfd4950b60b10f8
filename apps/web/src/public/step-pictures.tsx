import type { ReactNode } from 'react';

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 320 168" className="w-full border-b border-hairline bg-sunk" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

const panel = { fill: 'var(--surface)', stroke: 'var(--hairline)', strokeWidth: 2, rx: 10 } as const;
const line = { stroke: 'var(--edge)', strokeWidth: 5, strokeLinecap: 'round', opacity: 0.5 } as const;

/** A form being filled in, its last field a code of four digits. */
export function AccountPicture() {
  return (
    <Picture>
      <rect x="76" y="30" width="168" height="160" {...panel} />
      <path d="M100 60h52M100 82h96" {...line} />
      {[0, 1, 2, 3].map((box) => (
        <g key={box} transform={`translate(${100 + box * 32} 104)`}>
          <rect
            width="24"
            height="32"
            rx="6"
            fill="var(--paper)"
            stroke={box < 3 ? 'var(--primary)' : 'var(--edge)'}
            strokeWidth="2"
          />
          {box < 3 && <circle cx="12" cy="16" r="4" fill="var(--primary)" />}
        </g>
      ))}
    </Picture>
  );
}

/** A bank's front with a confirmed name beside it. */
export function DetailsPicture() {
  return (
    <Picture>
      <g fill="none" stroke="var(--primary)" strokeWidth="5" strokeLinejoin="round" strokeLinecap="round">
        <path d="M58 74 106 46l48 28Z" fill="var(--primary-soft)" />
        <path d="M70 82v38M94 82v38M118 82v38M142 82v38M56 128h100" />
      </g>
      <rect x="130" y="84" width="142" height="60" {...panel} />
      <path d="M190 106h60M190 124h38" {...line} />
      <circle cx="160" cy="114" r="16" fill="var(--copper)" />
      <path
        d="m152 114 6 6 10-11"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Picture>
  );
}

/** Three coins in a row, one of them chosen and on its way through the gate. */
export function CoinsPicture() {
  return (
    <Picture>
      <circle cx="64" cy="104" r="24" fill="var(--surface)" stroke="var(--edge)" strokeWidth="3" />
      <path d="M64 92v24M56 98h16" stroke="var(--edge)" strokeWidth="4" strokeLinecap="round" />
      <circle cx="118" cy="104" r="24" fill="var(--surface)" stroke="var(--edge)" strokeWidth="3" />
      <path d="m118 90 9 14-9 14-9-14Z" fill="none" stroke="var(--edge)" strokeWidth="4" strokeLinejoin="round" />
      <path
        fillRule="evenodd"
        fill="var(--primary)"
        d="M180 168v-64a48 48 0 0 1 96 0v64h-22v-64a26 26 0 0 0-52 0v64Z"
      />
      <circle cx="228" cy="104" r="17" fill="var(--copper)" />
      <path
        d="M150 104h16m-6-6 6 6-6 6"
        fill="none"
        stroke="var(--ink)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Picture>
  );
}
