import type { Order } from '@kobogate/contract';
import { Status } from '../../ui/status.tsx';
import { FUNDING_WORDS, nairaWords, STATUS_WORDS } from './order-words.ts';

/** The three independent facts of an order, each named: the review, the coins, the naira. */
export function ThreeFacts({ order }: { order: Pick<Order, 'status' | 'funding' | 'payout'> }) {
  const facts = [
    { name: 'Review', words: STATUS_WORDS[order.status] },
    { name: 'Coins', words: FUNDING_WORDS[order.funding] },
    { name: 'Naira', words: nairaWords(order) },
  ];
  return (
    <ul className="grid grid-cols-[auto_auto] justify-start gap-x-3 gap-y-1.5 text-left">
      {facts.map(({ name, words }) => (
        <li key={name} className="col-span-2 grid grid-cols-subgrid items-center">
          <span className="text-sm text-ink-soft">{name}</span>
          <span>
            <Status tone={words.tone}>{words.text}</Status>
          </span>
        </li>
      ))}
    </ul>
  );
}
