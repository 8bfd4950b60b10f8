import { isolated, type PaymentPageView } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { ChooseContent } from './choose-content.tsx';
import { describeStatus } from './describe-status.ts';
import { ClosedContent, FailedContent, NothingContent } from './failure-content.tsx';
import { PageFrame } from './page-frame.tsx';
import { PaymentContent } from './payment-content.tsx';
import { TEXTS_OF } from './texts/all.ts';
import type { Texts } from './texts/texts.ts';

/** The payer's page in any of its states, in the language that the view names. */
export function PaymentPage({ view }: { view: PaymentPageView }) {
  const texts = TEXTS_OF[view.language];
  return (
    <PageFrame view={view} texts={texts} title={titleOf(view, texts)} isWide={isWide(view)}>
      {contentOf(view, texts)}
    </PageFrame>
  );
}

// A payment that can't be paid has no actions beside it.
const isWide = ({ content: { kind } }: PaymentPageView): boolean => kind === 'choosing' || kind === 'payment';

function contentOf(view: PaymentPageView, texts: Texts): ReactNode {
  const { content } = view;
  switch (content.kind) {
    case 'failed':
      return <FailedContent content={content} texts={texts} />;
    case 'nothing':
      return <NothingContent texts={texts} />;
    case 'closed':
      return <ClosedContent view={view} content={content} texts={texts} />;
    case 'choosing':
      return <ChooseContent view={view} content={content} texts={texts} />;
    case 'payment':
      return <PaymentContent view={view} content={content} texts={texts} />;
  }
}

function titleOf({ content }: PaymentPageView, texts: Texts): string {
  if (content.kind === 'choosing') return texts.frame.pay(isolated(content.link.name));
  if (content.kind !== 'payment') return texts.frame.payment;
  return `${describeStatus(content.payment, texts).title}: ${content.payment.name}`;
}
