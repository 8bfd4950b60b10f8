import { formatTronAddress } from '@kobogate/addresses';
import type { Page } from '@playwright/test';
import { sha256, Wallet } from 'ethers';
import * as z from 'zod/mini';

/** A TRON wallet in a page, whose owner is the test: it signs for real, and sends nothing itself. */
export interface TronLinkWallet {
  readonly address: string;
  mood: 'willing' | 'rejects-connect' | 'rejects-payment';
  /** How often it was asked to sign. */
  asked: number;
}

const asked = z.looseObject({ txID: z.string(), raw_data_hex: z.string() });

/**
 * Adds TronLink to every document that the page opens from now on, as its documentation has it (docs.tronlink.org, "DApp
 * integration"): `window.tronLink`, whose `tronWeb` has an account only once the payer has connected, and which is
 * announced by an event after the page was loaded.
 */
export async function announceTronLink(page: Page): Promise<TronLinkWallet> {
  const { address, signingKey } = Wallet.createRandom();
  const wallet: TronLinkWallet = {
    address: formatTronAddress(address.toLowerCase()),
    mood: 'willing',
    asked: 0,
  };
  await page.exposeFunction('askTronLink', async (what: 'connect' | 'sign', given: unknown) => {
    if (what === 'connect') return wallet.mood === 'rejects-connect' ? null : wallet.address;
    wallet.asked += 1;
    if (wallet.mood === 'rejects-payment') return null;
    const { txID, raw_data_hex: rawData } = asked.parse(given);
    const hash = `0x${txID}`;
    // As the wallet does: the id is the hash of the bytes that it shows.
    if (sha256(`0x${rawData}`) !== hash) throw new Error('the id is not that of the transaction');
    return signingKey.sign(hash).serialized.slice(2);
  });
  await page.addInitScript(install);
  return wallet;
}

/** Runs in the page. */
function install(): void {
  const ask: (what: string, given?: unknown) => Promise<string | null> = (...given) =>
    Reflect.get(window, 'askTronLink')(...given);
  const tronLink = {
    ready: false,
    tronWeb: false as false | object,
    request: async ({ method }: { method: string }): Promise<object> => {
      if (method !== 'tron_requestAccounts') throw new Error(`no such method: ${method}`);
      const base58 = await ask('connect');
      if (base58 === null) return { code: 4001, message: 'User rejected the request.' };
      const trx = {
        sign: async (transaction: object): Promise<object> => {
          const signature = await ask('sign', transaction);
          // TronLink rejects with a text.
          if (signature === null) return Promise.reject(new Error('Confirmation declined by user'));
          return { ...transaction, signature: [signature] };
        },
      };
      Object.assign(tronLink, { ready: true, tronWeb: { ready: true, defaultAddress: { base58 }, trx } });
      return { code: 200, message: 'ok' };
    },
  };
  const announce = (): void => {
    Object.assign(window, { tronLink });
    window.dispatchEvent(new Event('tronLink#initialized'));
  };
  window.addEventListener('load', announce);
}
