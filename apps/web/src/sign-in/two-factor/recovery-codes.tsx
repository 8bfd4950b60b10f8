import { PRODUCT_NAME } from '@kobogate/contract';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { buttonStyle } from '../../ui/button-style.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Download } from '../../ui/icons.ts';

/** New recovery codes, to be saved now: they can't be shown again. They take the focus where they appear. */
export function RecoveryCodes({
  codes,
  onKept,
  heading: Heading = 'h3',
  isPending = false,
}: {
  codes: readonly string[];
  onKept: () => void;
  /** By where the page has it. */
  heading?: 'h2' | 'h3';
  isPending?: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // After the dialog that made the codes has returned the focus to its button.
    const frame = requestAnimationFrame(() => heading.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const asText = codes.join('\n');
  const file = `${PRODUCT_NAME} recovery codes. Each one works once, instead of your app or passkey.\n\n${asText}\n`;
  return (
    <section aria-labelledby="recovery-codes-title" className="mb-5 rounded-card bg-copper-soft p-4 sm:p-5">
      <Heading ref={heading} id="recovery-codes-title" tabIndex={-1} className="font-semibold text-copper-text">
        Keep these recovery codes
      </Heading>
      <p className="mt-1 text-sm">
        Without your app or passkey, one of them gets you in. Each works once. This is the only time that they are
        shown.
      </p>
      <ul className="mt-4 grid max-w-md gap-x-6 gap-y-2 font-mono text-[15px] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        <CopyButton text={asText} label="Copy codes" />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`}
          className={buttonStyle('secondary')}
        >
          <Download className="size-4" aria-hidden="true" />
          Download
        </a>
        <Button pending={isPending} pendingLabel="Going on..." onClick={onKept}>
          I have saved them
        </Button>
      </div>
    </section>
  );
}
