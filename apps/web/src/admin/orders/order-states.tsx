import type { AdminOrder } from '@kobogate/contract';
import { FUNDING_WORDS, nairaWords, STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { Status } from '../../ui/status.tsx';
import { deskWords } from './desk-words.ts';

/** Where an order is: what matters most as a badge, and its three independent facts in words. */
export function OrderStates({ order }: { order: AdminOrder }) {
  const { tone, text } = deskWords(order);
  const { status, funding } = order;
  return (
    <div className="grid justify-items-start gap-1">
      <Status tone={tone}>{text}</Status>
      <p className="text-sm text-ink-soft">
        Review: {STATUS_WORDS[status].text}. Coins: {FUNDING_WORDS[funding].text}. Naira: {nairaWords(order).text}.
      </p>
    </div>
  );
}
