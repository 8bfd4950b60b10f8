/** The panel beside the forms: the mark's gate, drawn large, one arch inside the other, with the coin in the opening. */
export function GatePanel() {
  return (
    <aside
      aria-hidden="true"
      className="sticky top-0 hidden h-dvh overflow-hidden bg-night text-on-night lg:flex lg:flex-col lg:justify-between"
    >
      <p className="headline max-w-md p-12 text-4xl">Coins come in at one side. Naira goes out at the other.</p>
      <svg viewBox="0 0 400 420" className="w-full" preserveAspectRatio="xMidYMax meet">
        {ARCHES.map((arch) => (
          <path
            key={arch.radius}
            d={`M${200 - arch.radius} 420V230a${arch.radius} ${arch.radius} 0 0 1 ${arch.radius * 2} 0V420`}
            fill="none"
            stroke="currentColor"
            strokeWidth={arch.width}
            opacity={arch.opacity}
          />
        ))}
        <circle cx="200" cy="230" r="46" className="fill-copper" />
        <circle cx="200" cy="230" r="36" fill="none" stroke="var(--night)" strokeWidth="2" opacity="0.55" />
        <path
          d="M188 212v36M212 212v36M188 214l24 32M180 225h40M180 235h40"
          stroke="var(--night)"
          strokeWidth="4"
          strokeLinecap="round"
          fill="none"
        />
      </svg>
    </aside>
  );
}

const ARCHES = [
  { radius: 80, width: 2, opacity: 0.9 },
  { radius: 112, width: 2, opacity: 0.55 },
  { radius: 146, width: 2, opacity: 0.35 },
  { radius: 182, width: 2, opacity: 0.22 },
  { radius: 220, width: 2, opacity: 0.12 },
] as const;
