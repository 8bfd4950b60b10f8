import type { PayerLanguage } from '@kobogate/contract';
import { ENGLISH } from './en.ts';
import { HAUSA } from './ha.ts';
import { IGBO } from './ig.ts';
import { PIDGIN } from './pcm.ts';
import type { WalletTexts } from './wallet-texts.ts';
import { YORUBA } from './yo.ts';

/** The texts of the wallet dialog, by language. */
export const WALLET_TEXTS: Readonly<Record<PayerLanguage, WalletTexts>> = {
  en: ENGLISH,
  pcm: PIDGIN,
  ha: HAUSA,
  yo: YORUBA,
  ig: IGBO,
};
