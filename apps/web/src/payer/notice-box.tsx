import type { PaymentTrouble } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { TONE_STYLE, type Tone } from '../ui/status.tsx';
import { describeTrouble } from './describe-trouble.ts';
import type { Texts } from './texts/texts.ts';

/** A sentence that stands out. `isUrgent` is read out at once when it appears. */
export function NoticeBox({
  tone,
  isUrgent = false,
  isHidden = false,
  name,
  children,
}: {
  tone: Tone;
  isUrgent?: boolean;
  /** Hidden until a script shows it. */
  isHidden?: boolean;
  /** How a script finds it. */
  name?: string;
  children: ReactNode;
}) {
  return (
    <div
      role={isUrgent ? 'alert' : undefined}
      hidden={isHidden}
      data-notice={name}
      className={`rounded-card p-4 text-sm leading-relaxed ${TONE_STYLE[tone]}`}
    >
      {children}
    </div>
  );
}

/** An error of what the payer asked for, in their language. */
export function TroubleBox({ trouble, texts }: { trouble: PaymentTrouble; texts: Texts }) {
  return (
    <NoticeBox tone="danger" isUrgent name="trouble">
      {describeTrouble(trouble, texts)}
      <Sentence text={trouble.sentence} />
    </NoticeBox>
  );
}

/** The API's own sentence, in English, below a sentence in the payer's language; nothing where there is none. */
export function Sentence({ text }: { text: string }) {
  return text === '' ? null : (
    <p lang="en" className="mt-1">
      {text}
    </p>
  );
}
