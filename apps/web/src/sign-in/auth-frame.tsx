import type { ReactNode } from 'react';
import { Wordmark } from '../ui/mark.tsx';
import { GatePanel } from './gate-panel.tsx';

interface Content {
  title: string;
  detail?: ReactNode;
  children: ReactNode;
  /** The link to the neighbouring page. */
  below?: ReactNode;
}

/** The frame of every sign-in page: the form beside a quiet panel, which phones leave out. */
export function AuthFrame({
  themeButton,
  footer,
  ...content
}: Content & {
  themeButton: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className="min-h-dvh bg-paper lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,44%)]">
      <div className="flex min-h-dvh flex-col px-5 sm:px-8">
        <header className="flex items-center justify-between py-4">
          <a href="/" aria-label="Kobogate, start page" className="inline-flex min-h-11 items-center rounded-card py-1">
            <Wordmark />
          </a>
          <span className="-mr-3">{themeButton}</span>
        </header>
        <main className="mx-auto w-full max-w-md grow pt-[6vh] pb-8 sm:pt-[12vh]">
          <AuthContent {...content} />
        </main>
        {footer !== undefined && <footer className="py-5 text-sm text-ink-soft">{footer}</footer>}
      </div>
      <GatePanel />
    </div>
  );
}

/** The content of the frame: a title, a sentence, the form and the link to the neighbouring page. */
export function AuthContent({ title, detail, children, below }: Content) {
  return (
    <>
      <h1 className="headline text-4xl">{title}</h1>
      {detail !== undefined && <p className="mt-3 text-ink-soft">{detail}</p>}
      <div className="mt-8">{children}</div>
      {below !== undefined && <p className="mt-6 text-ink-soft">{below}</p>}
    </>
  );
}
