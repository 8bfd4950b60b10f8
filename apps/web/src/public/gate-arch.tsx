const ARCHES = [
  { inset: 26, opacity: 0.5 },
  { inset: 54, opacity: 0.34 },
  { inset: 86, opacity: 0.22 },
] as const;

/** The mark as a picture: a deep green arch with the coin hanging in its opening. Decorative. */
export function GateArch() {
  return (
    <svg viewBox="0 0 440 470" className="w-full" aria-hidden="true" focusable="false">
      <path d="M0 470V220a220 220 0 0 1 440 0v250Z" className="fill-night" />
      {ARCHES.map(({ inset, opacity }) => (
        <path
          key={inset}
          d={`M${inset} 470V220a${220 - inset} ${220 - inset} 0 0 1 ${2 * (220 - inset)} 0v250`}
          fill="none"
          stroke="var(--on-night)"
          strokeWidth="1.5"
          opacity={opacity}
        />
      ))}
      <g transform="translate(220 172)">
        <circle r="74" fill="#c87a3f" />
        <circle r="74" fill="none" stroke="#e5a772" strokeWidth="3" />
        <circle r="60" fill="none" stroke="#7d4217" strokeWidth="2" strokeDasharray="2 6" strokeLinecap="round" />
        <g fill="none" stroke="#3b1d08" strokeWidth="7" strokeLinecap="round" strokeLinejoin="round">
          <path d="M-20 32v-64l40 64v-64" />
          <path d="M-34 -9h68M-34 9h68" strokeWidth="5" />
        </g>
      </g>
    </svg>
  );
}
