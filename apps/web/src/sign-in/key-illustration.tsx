/** A key on its way to the gate: the picture of the forgotten-password page. */
export function KeyIllustration() {
  return (
    <svg
      viewBox="0 0 440 200"
      role="img"
      aria-label="A key on its way to a gate"
      className="mb-8 w-full rounded-card border border-hairline bg-surface"
    >
      <path d="M0 168h440" stroke="var(--hairline)" strokeWidth="2" />
      <path
        fillRule="evenodd"
        className="fill-primary"
        d="M268 168V104a60 60 0 0 1 120 0v64h-26v-64a34 34 0 0 0-68 0v64Z"
      />
      <circle cx="328" cy="104" r="20" className="fill-copper" />
      <path d="M328 96a6 6 0 0 1 3 11v9h-6v-9a6 6 0 0 1 3-11Z" fill="var(--surface)" />
      <g stroke="var(--ink)" strokeWidth="7" fill="none" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="78" cy="104" r="24" />
        <path d="M102 104h86M166 104v18M186 104v22" />
      </g>
      <path d="M210 104h44" stroke="var(--edge)" strokeWidth="3" strokeDasharray="2 10" strokeLinecap="round" />
    </svg>
  );
}
