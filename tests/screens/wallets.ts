import { samplePaying } from '@kobogate/testkit/payer/samples.ts';
import type { Page } from '@playwright/test';
import { PAYER_PATH, stubPayerPage } from '../support/payer-page.ts';
import type { Screen } from './screen.ts';

const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" rx="2" fill="%23b4622a"/%3E%3C/svg%3E';

/** A call without an answer: the wallet's own window is open. */
const HELD = null;
/** The wallet's answer to a call; a number is an error's code. */
type Answers = Readonly<Record<string, string | readonly string[] | number | null>>;
const RICH: Answers = {
  eth_requestAccounts: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  eth_accounts: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  eth_chainId: '0x38',
  eth_call: '0xffffffffffffffffffff',
  eth_getBalance: '0xffffffffffffffffffff',
  eth_estimateGas: '0xffff',
  eth_gasPrice: '0x3b9aca00',
  eth_sendTransaction: `0x${'5d'.repeat(32)}`,
};

const LOCK_MS = 900_000;

/** Runs in the page: announces a wallet that answers as told. */
function announce({ answers, icon }: { answers: Answers; icon: string }): void {
  const provider = {
    request: ({ method }: { method: string }): Promise<unknown> => {
      const answer = answers[method];
      if (typeof answer === 'number') return Promise.reject(Object.assign(new Error(method), { code: answer }));
      return answer === null ? new Promise(() => undefined) : Promise.resolve(answer);
    },
  };
  const info = { uuid: 'a-sample', name: 'Sample Wallet', icon, rdns: 'test.sample' };
  window.addEventListener('eip6963:requestProvider', () => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
  });
}

const wallet = (state: string, answers: Answers | null, act?: (page: Page) => Promise<void>): Screen => ({
  name: `public/wallet-${state}`,
  as: 'visitor',
  // Without a wallet there is no button; the wish comes from the page before.
  path: answers === null ? `${PAYER_PATH}#wallet` : PAYER_PATH,
  prepare: async (page) => {
    if (answers !== null) await page.addInitScript(announce, { answers, icon: PICTURE });
    const now = new Date();
    const lockExpiresAt = new Date(now.getTime() + LOCK_MS).toISOString();
    await stubPayerPage(page, samplePaying({ now: now.toISOString(), lockExpiresAt }));
  },
  act: async (page) => {
    if (answers !== null) await page.getByRole('button', { name: 'Connect wallet' }).click();
    await act?.(page);
    await page.locator('dialog[open]').waitFor();
  },
});
const choose = async (page: Page): Promise<void> => page.getByRole('button', { name: 'Sample Wallet' }).click();
const pay = async (page: Page): Promise<void> => page.getByRole('button', { name: /^Pay / }).click();
const chooseAndPay = async (page: Page): Promise<void> => {
  await choose(page);
  await pay(page);
};

/** The dialog that connects a payer's wallet. */
export const WALLET_SCREENS: readonly Screen[] = [
  wallet('none', null),
  {
    ...wallet('choose', RICH),
    next: [
      { name: 'public/wallet-ready', act: choose },
      { name: 'public/wallet-sent', act: pay },
    ],
  },
  wallet('short', { ...RICH, eth_call: '0x0' }, choose),
  wallet('confirming', { ...RICH, eth_sendTransaction: HELD }, chooseAndPay),
  wallet('unknown', { ...RICH, eth_sendTransaction: -32_603 }, chooseAndPay),
  wallet('rejected', { ...RICH, eth_sendTransaction: 4001 }, chooseAndPay),
];
