import type { Payment } from '@kobogate/contract';
import { groupThousands } from '@kobogate/money';
import { maskedAddress } from '../../lib/formats.ts';
import { element } from './dom.ts';
import type { WalletTexts } from './texts/wallet-texts.ts';

/** What is missing, in words. Pure. */
export const amountText = ({ missing, currency }: Payment): string => `${groupThousands(missing)} ${currency}`;

/** What is about to be paid, to whom and from where; `account` is null until one was chosen. */
export function drawFacts(texts: WalletTexts, payment: Payment, account: string | null): HTMLElement {
  const amount = element('dd', { class: 'wallet-amount' }, amountText(payment));
  const pair = element(
    'div',
    { class: 'wallet-pair' },
    fact(texts.network, element('dd', {}, payment.networkName)),
    ...(payment.lockExpiresAt === null
      ? []
      : [fact(texts.rateHeld, element('dd', {}, element('span', { role: 'timer', 'data-countdown': '' })))]),
  );
  const short = (address: string): HTMLElement => element('dd', {}, element('code', {}, maskedAddress(address)));
  return element(
    'dl',
    { class: 'wallet-facts' },
    fact(texts.amount, amount),
    pair,
    fact(texts.to, element('dd', {}, element('code', {}, payment.address))),
    ...(account === null ? [] : [fact(texts.from, short(account))]),
  );
}

const fact = (name: string, value: HTMLElement): HTMLElement => element('div', {}, element('dt', {}, name), value);
