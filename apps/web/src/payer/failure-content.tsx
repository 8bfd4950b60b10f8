import type { PaymentPageContent, PaymentPageView } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { buttonStyle } from '../ui/button-style.ts';
import { CircleCheck, CircleHelp, CloudOff, Hourglass, type LucideIcon, PowerOff } from '../ui/icons.ts';
import { TONE_STYLE, type Tone } from '../ui/status.tsx';
import { LinkHead } from './link-head.tsx';
import { Sentence } from './notice-box.tsx';
import { linkAddress } from './page-address.ts';
import { Part } from './page-frame.tsx';
import type { Texts } from './texts/texts.ts';

type Failed = Extract<PaymentPageContent, { kind: 'failed' }>;
type Closed = Extract<PaymentPageContent, { kind: 'closed' }>;

interface Sign {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

/** What distinguishes these pages at first sight. */
const SIGNS: Readonly<Record<'failed' | 'nothing' | Closed['reason'], Sign>> = {
  failed: { icon: CloudOff, tone: 'danger' },
  nothing: { icon: CircleHelp, tone: 'neutral' },
  inactive: { icon: PowerOff, tone: 'neutral' },
  expired: { icon: Hourglass, tone: 'warning' },
  used: { icon: CircleCheck, tone: 'success' },
  ended: { icon: CircleHelp, tone: 'neutral' },
};

/** The payment API gave no usable answer; `Retry` asks for the page again. */
export function FailedContent({ content, texts }: { content: Failed; texts: Texts }) {
  const { failures } = texts;
  return (
    <Message sign={SIGNS.failed} isUrgent title={failures.loadFailed} action={<Way href="">{failures.retry}</Way>}>
      {failures.loadFailedSafe}
      <Sentence text={content.sentence} />
    </Message>
  );
}

/** The link does not exist. */
export function NothingContent({ texts: { failures } }: { texts: Texts }) {
  return (
    <Message
      sign={SIGNS.nothing}
      title={failures.noData}
      action={
        <Way href="/" target="_top">
          {failures.about}
        </Way>
      }
    >
      {failures.noDataHelp}
    </Message>
  );
}

/** A link that can't be paid any more: why, and what to do instead. */
export function ClosedContent({ view, content, texts }: { view: PaymentPageView; content: Closed; texts: Texts }) {
  const { failures } = texts;
  const { link, reason } = content;
  return (
    <>
      {link !== null && (
        <LinkHead apiBase={view.apiBase} name={link.name} purpose={link.purpose} pictures={link} isSmall />
      )}
      <Message
        sign={SIGNS[reason]}
        level={link === null ? 1 : 2}
        title={failures.closed[reason]}
        action={<Way href={linkAddress(view)}>{texts.progress.refresh}</Way>}
      >
        {failures.closedHelp[reason]}
      </Message>
    </>
  );
}

/** A way; `_top` for one to a page that no frame may show, as where a shop embeds this one. */
const Way = ({ href, target, children }: { href: string; target?: '_top'; children: ReactNode }) => (
  <a href={href} target={target} className={buttonStyle('secondary')}>
    {children}
  </a>
);

function Message({
  sign: { icon: Icon, tone },
  title,
  level = 1,
  isUrgent = false,
  action,
  children,
}: {
  sign: Sign;
  title: string;
  level?: 1 | 2;
  isUrgent?: boolean;
  action: ReactNode;
  children: ReactNode;
}) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Part name="message" className="card justify-items-center py-10 text-center">
      <span className={`grid size-14 place-items-center rounded-full ${TONE_STYLE[tone]}`}>
        <Icon className="size-7" aria-hidden="true" />
      </span>
      <div role={isUrgent ? 'alert' : undefined} className="grid gap-2">
        <Heading className="text-xl font-bold">{title}</Heading>
        <div className="text-balance text-ink-soft">{children}</div>
      </div>
      {action}
    </Part>
  );
}
