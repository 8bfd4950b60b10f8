import type { Payment } from '@kobogate/contract';
import { groupThousands } from '@kobogate/money';
import { groupedAddress, maskedAddress } from '../../lib/formats.ts';
import { element } from './dom.ts';
import type { WalletTexts } from './texts/wallet-texts.ts';

/** What is missing, in words. Pure. */
export const amountText = ({ missing, currency }: Payment): string => `${groupThousands(missing)} ${currency}`;

/** What will be paid, to whom and from where; `account` is null until one was chosen. */
export function drawFacts(texts: WalletTexts, payment: Payment, account: string | null): HTMLElement {
  const plain = (text: string): HTMLElement => element('dd', {}, text);
  const code = (text: string): HTMLElement => element('dd', {}, element('code', {}, text));
  const left = element('dd', {}, element('span', { role: 'timer', 'data-countdown': '' }));
  return element(
    'dl',
    { class: 'wallet-facts' },
    fact(texts.amount, element('dd', { class: 'wallet-amount' }, amountText(payment)), 'wallet-wide'),
    fact(texts.network, plain(payment.networkName)),
    ...(payment.lockExpiresAt === null ? [] : [fact(texts.rateHeld, left)]),
    fact(texts.to, element('dd', {}, whole(payment.address)), 'wallet-wide'),
    ...(account === null ? [] : [fact(texts.from, code(maskedAddress(account)), 'wallet-wide')]),
  );
}

/** A whole address to compare by eye: its groups are set apart by styling only, so a copy is the address. */
const whole = (address: string): HTMLElement =>
  element(
    'code',
    {},
    ...groupedAddress(address)
      .split(' ')
      .flatMap((group) => [element('span', {}, group), element('wbr')]),
  );

const fact = (name: string, value: HTMLElement, width = ''): HTMLElement =>
  element('div', { class: width }, element('dt', {}, name), value);
