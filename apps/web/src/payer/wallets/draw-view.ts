import { explorerUrl, type Payment } from '@kobogate/contract';
import { button, element, type Shape, shape } from './dom.ts';
import { amountText, drawFacts } from './draw-facts.ts';
import { fill, type WalletTexts } from './texts/wallet-texts.ts';
import type { Actions, View } from './view.ts';
import type { Wallet } from './wallet.ts';

interface Drawing {
  readonly texts: WalletTexts;
  readonly payment: Payment;
  readonly actions: Actions;
}

/** A view of the dialog as elements; its heading can be focused. */
export function drawView(view: View, drawing: Drawing): HTMLElement {
  const drawn = element('section', { class: 'wallet-view', 'data-view': view.kind }, ...draw(view, drawing));
  for (const heading of drawn.querySelectorAll('h3')) heading.tabIndex = -1;
  return drawn;
}

function draw(view: View, { texts, payment, actions }: Drawing): Node[] {
  const wallet = 'connected' in view && view.connected !== null ? view.connected.wallet : walletOf(view);
  const values = {
    wallet: wallet?.name ?? texts.browserWallet,
    network: payment.networkName,
    coin: payment.currency,
    amount: amountText(payment),
  };
  const say = (text: string, more: Readonly<Record<string, string>> = {}): string => fill(text, { ...values, ...more });
  const note = (tone: Tone, { title, body }: { title: string; body: string }, more = {}): HTMLElement =>
    drawNote(tone, say(title, more), say(body, more));
  const another = button(texts.anotherWallet, 'quiet', actions.startOver);
  const back = button(texts.backToPayment, 'secondary', actions.close);

  switch (view.kind) {
    case 'choose':
      return view.wallets.length === 0
        ? [note('warning', texts.noWallet), drawActions(back)]
        : [element('h3', {}, say(texts.choose)), drawWallets(view.wallets, actions), drawTotal(texts, payment)];
    case 'working':
      return [
        element('h3', { class: 'wallet-step' }, say(texts.steps[view.step])),
        ...(view.step === 'pay' && view.hasEnded ? [drawNote('warning', '', say(texts.justEnded))] : []),
        ...(view.more === null ? [] : [view.more]),
        drawFacts(texts, payment, view.connected?.session.account ?? null),
      ];
    case 'ready':
      return [
        drawChosen(view.connected.wallet),
        drawFacts(texts, payment, view.connected.session.account),
        element('p', { class: 'wallet-soft' }, texts.networkFee),
        drawActions(
          button(say(texts.pay), 'primary', () => actions.pay(view.connected)),
          another,
        ),
      ];
    case 'short': {
      const { kind, coin, held, needed } = view.shortfall;
      const message = kind === 'fee' ? texts.shortForFee : texts.short;
      return [
        note('danger', message, { coin, held: `${held} ${coin}`, amount: `${needed} ${coin}` }),
        drawActions(
          button(texts.checkAgain, 'primary', () => actions.check(view.connected)),
          another,
        ),
      ];
    }
    case 'problem': {
      const { title, body } = texts.problems[view.problem];
      const { wallet: asked } = view;
      const again = button(texts.tryAgain, 'primary', () =>
        asked === null ? actions.startOver() : actions.choose(asked),
      );
      return [
        note(view.problem === 'rejected' ? 'warning' : 'danger', { title, body: view.detail || body }),
        drawActions(again, ...(asked === null ? [] : [another])),
      ];
    }
    case 'rate-ended':
      return [note('warning', texts.rateEnded), drawActions(button(texts.renew, 'primary', actions.renew), back)];
    case 'unknown':
      return [note('warning', texts.unknown), drawActions(back, button(texts.wasNotSent, 'quiet', actions.wasNotSent))];
    case 'sent':
      return [note('success', texts.sent), drawTransaction(texts, payment, view.transaction), drawActions(back)];
    case 'sent-before':
      return [
        note('warning', texts.sentBefore),
        ...(view.asked.transaction === null ? [] : [drawTransaction(texts, payment, view.asked.transaction)]),
        drawActions(back, button(texts.wasNotSent, 'quiet', actions.wasNotSent)),
      ];
    case 'nothing-to-pay':
      return [note('success', texts.nothingToPay), drawActions(back)];
  }
}

type Tone = 'success' | 'warning' | 'danger';
const SHAPES: Readonly<Record<Tone, Shape>> = { success: 'check', warning: 'warning', danger: 'warning' };

const walletOf = (view: View): Wallet | null => ('wallet' in view ? view.wallet : null);

const drawActions = (...buttons: readonly HTMLElement[]): HTMLElement =>
  element('div', { class: 'wallet-actions' }, ...buttons);

function drawNote(tone: Tone, title: string, body: string): HTMLElement {
  const words = element('div', {}, ...(title === '' ? [] : [element('h3', {}, title)]), element('p', {}, body));
  return element('div', { class: `wallet-note wallet-note-${tone}` }, shape(SHAPES[tone]), words);
}

function drawIcon({ name, icon }: Wallet): HTMLElement {
  if (icon !== null) return element('img', { class: 'wallet-icon', src: icon, alt: '', width: '36', height: '36' });
  return element('span', { class: 'wallet-icon', 'aria-hidden': 'true' }, name.charAt(0).toUpperCase());
}

const drawChosen = (wallet: Wallet): HTMLElement =>
  element('div', { class: 'wallet-chosen' }, drawIcon(wallet), element('h3', {}, wallet.name));

function drawWallets(wallets: readonly Wallet[], { choose }: Actions): HTMLElement {
  const choices = wallets.map((wallet) => {
    const choice = element('button', { type: 'button', class: 'wallet-choice' }, drawIcon(wallet), wallet.name);
    choice.append(shape('arrow'));
    choice.addEventListener('click', () => choose(wallet));
    return element('li', {}, choice);
  });
  return element('ul', { class: 'wallet-list' }, ...choices);
}

const drawTotal = (texts: WalletTexts, payment: Payment): HTMLElement =>
  element('p', { class: 'wallet-soft' }, `${texts.amount}: ${amountText(payment)}, ${payment.networkName}`);

function drawTransaction(texts: WalletTexts, { network }: Payment, transaction: string): HTMLElement {
  const url = explorerUrl(network, transaction);
  const id = element('code', {}, transaction);
  const shown =
    url === null
      ? id
      : element(
          'a',
          { class: 'wallet-link', href: url, target: '_blank', rel: 'noreferrer' },
          id,
          element('span', { class: 'wallet-hidden' }, ` (${texts.opensExplorer})`),
        );
  return element(
    'dl',
    { class: 'wallet-facts' },
    element('div', { class: 'wallet-wide' }, element('dt', {}, texts.transaction), element('dd', {}, shown)),
  );
}
