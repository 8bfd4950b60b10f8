import { linkAmountText, type PaymentLink, type PaymentPageView } from '@kobogate/contract';
import type { Choosing } from './choice-parts.tsx';
import { ChooseForm } from './choose-form.tsx';
import { LinkHead } from './link-head.tsx';
import { Part } from './page-frame.tsx';
import { PayTerms } from './pay-terms.tsx';
import { momentText } from './payer-formats.ts';
import type { Texts } from './texts/texts.ts';

/** The recipient and the amount, and the choice of coin and network. */
export function ChooseContent({ view, content, texts }: { view: PaymentPageView; content: Choosing; texts: Texts }) {
  const { link } = content;
  return (
    <>
      <LinkHead apiBase={view.apiBase} name={link.name} purpose={link.purpose} pictures={link} preview={view.preview} />
      <Part name="choose" className="card beside">
        {!link.isAmountOpen && <AmountToPay link={link} texts={texts} />}
        <ChooseForm view={view} content={content} texts={texts} />
        <Conditions link={link} texts={texts} />
      </Part>
      <PayTerms link={link} texts={texts} />
    </>
  );
}

function AmountToPay({ link, texts }: { link: PaymentLink; texts: Texts }) {
  return (
    <p className="rounded-card bg-sunk px-4 py-3">
      <span className="block text-sm text-ink-soft">{texts.choosing.amountToPay}</span>
      <span className="figures text-3xl font-bold wrap-anywhere">
        {linkAmountText(link.amount, link.amountCurrency)}
      </span>
    </p>
  );
}

function Conditions({ link, texts }: { link: PaymentLink; texts: Texts }) {
  const { choosing } = texts;
  if (!link.isOnce && link.expiresAt === null) return null;
  return (
    <p className="mt-4 text-sm text-ink-soft">
      {link.isOnce && choosing.once} {link.expiresAt !== null && choosing.until(momentText(link.expiresAt, texts))}
    </p>
  );
}
