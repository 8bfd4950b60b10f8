import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';

/** A new secret, to be copied now: it can't be shown again. It takes the focus where it appears. */
export function SecretOnce({
  title,
  secret,
  copyLabel,
  children,
  onKept,
}: {
  title: string;
  secret: string;
  copyLabel: string;
  children: ReactNode;
  onKept: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // After the dialog has returned the focus to its button.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <section aria-label={title} className="mb-5 rounded-card bg-copper-soft p-4 sm:p-5">
      <h3 ref={heading} tabIndex={-1} className="font-semibold text-copper-text">
        {title}
      </h3>
      <p className="mt-1 text-sm">{children}</p>
      <p className="mt-4 font-mono text-[15px] break-all select-all">{secret}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={secret} label={copyLabel} />
        <Button onClick={onKept}>I have saved it</Button>
      </div>
    </section>
  );
}
