import { connectsWallets, type PaymentPageContent, type PaymentPageView } from '@kobogate/contract';
import { LinkHead } from './link-head.tsx';
import { TroubleBox } from './notice-box.tsx';
import { Part } from './page-frame.tsx';
import { PayTerms } from './pay-terms.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ReceiptCard } from './receipt-card.tsx';
import { RefundsCard } from './refunds-card.tsx';
import { SendCard } from './send-card.tsx';
import { StatusCard } from './status-card.tsx';
import { takesCoins } from './describe-status.ts';
import { TransfersCard } from './transfers-card.tsx';
import type { Texts } from './texts/texts.ts';

export type Paying = Extract<PaymentPageContent, { kind: 'payment' }>;

/** One payment: its state, how much to send where, what has come, and the receipt. */
export function PaymentContent({ view, content, texts }: { view: PaymentPageView; content: Paying; texts: Texts }) {
  const { payment, link, trouble, isMailed, typed } = content;
  // A problem with an address for offered coins is shown in its own form, where that is still there.
  const isOfOffer = payment.refunds.some(({ id, state }) => id === typed?.offer && state === 'offered');
  return (
    <>
      <LinkHead apiBase={view.apiBase} name={payment.name} purpose={payment.purpose} pictures={link} isSmall />
      {trouble !== null && !isOfOffer && (
        <Part name="trouble" className="-order-2 grid">
          <TroubleBox trouble={trouble} texts={texts} />
        </Part>
      )}
      <StatusCard view={view} payment={payment} texts={texts} />
      {payment.refunds.length > 0 && (
        <RefundsCard view={view} payment={payment} typed={typed} trouble={trouble} texts={texts} />
      )}
      {takesCoins(payment) && (
        <SendCard
          payment={payment}
          hasWallets={connectsWallets(payment.network)}
          project={view.walletConnect ?? null}
          texts={texts}
        />
      )}
      <ProgressCard view={view} payment={payment} texts={texts} />
      {payment.deposits.length > 0 && <TransfersCard payment={payment} texts={texts} />}
      <ReceiptCard view={view} payment={payment} isMailed={isMailed} typed={typed?.email} texts={texts} />
      {payment.state !== 'declined' && !payment.isLinkUsed && <PayTerms link={link} payment={payment} texts={texts} />}
    </>
  );
}
