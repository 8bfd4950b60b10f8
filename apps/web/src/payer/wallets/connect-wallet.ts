import { connectsWallets, findWalletNetwork, payableAt, type Payment } from '@kobogate/contract';
import { findAsked, forgetAsked, rememberAsked } from './asked-payments.ts';
import { openDialog } from './dialog.ts';
import { drawView } from './draw-view.ts';
import { findEvmWallets } from './evm/find-evm-wallets.ts';
import { createPaymentCalls } from './solana/payment-calls.ts';
import { findSolanaWallets } from './solana/find-solana-wallets.ts';
import { createTronPaymentCalls } from './tron/payment-calls.ts';
import { findTronWallets } from './tron/find-tron-wallets.ts';
import { WALLET_TEXTS } from './texts/tables.ts';
import type { Actions, Connected, View } from './view.ts';
import { type FindWallets, type Step, type Tell, type Wallet, WalletFailure } from './wallet.ts';
import type { WalletDialog, WalletPage } from './wallet-page.ts';

/**
 * Opens the dialog in which a payer connects a wallet and has it pay what is missing, inside `host`. Asks no
 * wallet anything until one is chosen, and never calls other servers. A payment is sent once: the request is stored
 * before it is made, and only the chain decides whether it arrived, through `update`.
 */
export function connectWallet(host: HTMLElement, opened: Payment, page: WalletPage): WalletDialog {
  const texts = WALLET_TEXTS[page.language];
  let payment = opened;
  // The payer's clock may be wrong; its speed is right.
  let heard = performance.now();
  const now = (): number => Date.parse(payment.now) + performance.now() - heard;
  const elsewhere = remoteWallet(payment, page, now);
  let wallets: readonly Wallet[] = elsewhere === null ? [] : [elsewhere];
  let view: View = { kind: 'choose', wallets };
  let isClosed = false;
  // Rises with every step that makes a pending answer obsolete.
  let turn = 0;

  const secondsLeft = (): number | null =>
    payment.lockExpiresAt === null ? null : Math.max(0, (Date.parse(payment.lockExpiresAt) - now()) / 1000);

  const actions: Actions = {
    choose: (wallet) => void open(wallet),
    check: (connected) => void check(connected),
    pay: (connected) => void pay(connected),
    renew: () => void renew(),
    startOver: () => start(),
    wasNotSent: () => {
      forgetAsked(payment.id);
      start();
    },
    close: () => frame.close(),
  };
  const frame = openDialog(
    host,
    { title: texts.title, close: texts.close, language: page.language },
    {
      secondsLeft,
      onTick: () => {
        if (secondsLeft() !== 0) return;
        if (view.kind === 'ready') show({ kind: 'rate-ended' });
        // The amount in the wallet's open request is outdated: said once.
        if (view.kind === 'working' && !view.hasEnded) show({ ...view, hasEnded: true });
      },
      onClose: () => {
        isClosed = true;
        turn += 1;
        stopFinding();
        page.onClose?.();
      },
    },
  );
  const show = (next: View): void => {
    view = next;
    if (!isClosed) frame.show(drawView(view, { texts, payment, actions }));
  };

  /** The payer's first view, before anything was asked. */
  function start(): void {
    turn += 1;
    const asked = findAsked(payment);
    const answer = payableAt(payment, now());
    if (answer === 'no') show({ kind: 'nothing-to-pay' });
    else if (asked !== null)
      show(asked.transaction === null ? { kind: 'unknown', wallet: null } : { kind: 'sent-before', asked });
    else if (answer === 'rate-ended') show({ kind: 'rate-ended' });
    else show({ kind: 'choose', wallets });
  }

  /** Runs an action of a wallet; a failure is shown, unless the payer has gone on to another view since. */
  async function attempt(wallet: Wallet, act: (isCurrent: () => boolean) => Promise<void>): Promise<void> {
    turn += 1;
    const mine = turn;
    const isCurrent = (): boolean => mine === turn;
    try {
      await act(isCurrent);
    } catch (error) {
      if (!isCurrent()) return;
      const problem = error instanceof WalletFailure ? error.problem : 'failed';
      if (problem === 'unknown') show({ kind: 'unknown', wallet });
      else if (problem === 'rate-ended') show({ kind: 'rate-ended' });
      else show({ kind: 'problem', problem, wallet, detail: '' });
    }
  }

  const open = (wallet: Wallet): Promise<void> =>
    attempt(wallet, async (isCurrent) => {
      const tell: Tell = (step, more) => {
        if (isCurrent()) show({ ...working(step), wallet, more: more ?? null });
      };
      const session = await wallet.open(payment, tell);
      if (isCurrent()) await check({ wallet, session });
    });

  const check = (connected: Connected): Promise<void> =>
    attempt(connected.wallet, async (isCurrent) => {
      show(working('check', connected));
      const shortfall = await connected.session.findShortfall(payment);
      if (!isCurrent()) return;
      const answer = payableAt(payment, now());
      if (answer !== 'yes') return start();
      show(shortfall === null ? { kind: 'ready', connected } : { kind: 'short', connected, shortfall });
    });

  const pay = (connected: Connected): Promise<void> =>
    attempt(connected.wallet, async (isCurrent) => {
      const { id, deposits } = payment;
      if (payableAt(payment, now()) !== 'yes' || findAsked(payment) !== null) return start();
      const asked = { id, deposits: deposits.length, transaction: null };
      rememberAsked(asked);
      // At once: no button is left that could be pressed twice.
      show(working('check', connected));
      try {
        const transaction = await connected.session.pay(payment, (step) => {
          if (isCurrent()) show(working(step, connected));
        });
        rememberAsked({ ...asked, transaction });
        if (!isCurrent()) return;
        if (payableAt(payment, now()) === 'no') frame.close();
        else show({ kind: 'sent', wallet: connected.wallet, transaction });
      } catch (error) {
        const isUnknown = error instanceof WalletFailure && error.problem === 'unknown';
        if (!isUnknown) forgetAsked(id);
        throw error;
      }
    });

  async function renew(): Promise<void> {
    turn += 1;
    const mine = turn;
    show(working('renew'));
    try {
      hear(await page.renew());
      if (mine === turn) start();
    } catch (error) {
      // The API speaks English; the other languages have words of their own.
      const detail = page.language === 'en' && error instanceof Error ? error.message : '';
      if (mine === turn) show({ kind: 'problem', problem: 'not-renewed', wallet: null, detail });
    }
  }

  function hear(newer: Payment): void {
    payment = newer;
    heard = performance.now();
  }

  const stopFinding = finderFor(
    payment,
    page,
    texts.browserWallet,
  )((wallet) => {
    // Those of this browser come first.
    wallets = elsewhere === null ? [...wallets, wallet] : [...wallets.slice(0, -1), wallet, elsewhere];
    if (view.kind === 'choose') show({ kind: 'choose', wallets });
  });
  start();

  return {
    update: (newer) => {
      const hasArrived = newer.deposits.length > payment.deposits.length || payableAt(newer, now()) === 'no';
      hear(newer);
      if (!hasArrived || isClosed) return;
      // The wallet's transaction is on the chain: the page itself shows the rest.
      if (waitsForChain(view)) frame.close();
      else if (view.kind !== 'working') start();
    },
    close: () => {
      if (!isClosed) frame.close();
    },
  };
}

/** Whether the wallet was asked to send and may have done so. Pure. */
const waitsForChain = (view: View): boolean =>
  ['sent', 'sent-before', 'unknown'].includes(view.kind) ||
  (view.kind === 'working' && (view.step === 'pay' || view.step === 'send'));

const working = (step: Step, connected: Connected | null = null): View & { kind: 'working' } => ({
  kind: 'working',
  step,
  wallet: null,
  connected,
  more: null,
  hasEnded: false,
});

/** Wallets on other devices and in other apps as one choice, whose code is loaded once it is made; null: there is none. */
function remoteWallet({ network }: Payment, { remote }: WalletPage, now: () => number): Wallet | null {
  if (remote === null || findWalletNetwork(network) === undefined) return null;
  return {
    id: 'walletconnect',
    name: 'WalletConnect',
    icon: null,
    open: async (payment, tell) => {
      const { openRemoteWallet } = await import('./walletconnect/remote-wallet.ts');
      return openRemoteWallet({ ...remote, now }, payment, tell);
    },
  };
}

function finderFor({ network }: Payment, { apiBase }: WalletPage, browserWallet: string): FindWallets {
  // On other networks no wallet announces itself: the page has a link, a QR code and the address.
  if (!connectsWallets(network)) return () => () => undefined;
  if (findWalletNetwork(network) !== undefined) return findEvmWallets(browserWallet);
  if (network === 'tron') return findTronWallets(createTronPaymentCalls(apiBase));
  return findSolanaWallets(createPaymentCalls(apiBase));
}
