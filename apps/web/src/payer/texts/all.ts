import type { PayerLanguage } from '@kobogate/contract';
import { ENGLISH } from './en.ts';
import { HAUSA } from './ha.ts';
import { IGBO } from './ig.ts';
import { PIDGIN } from './pcm.ts';
import type { Texts } from './texts.ts';
import { YORUBA } from './yo.ts';

/** The texts of the payer's page, in every language. */
export const TEXTS_OF: Readonly<Record<PayerLanguage, Texts>> = {
  en: ENGLISH,
  pcm: PIDGIN,
  ha: HAUSA,
  yo: YORUBA,
  ig: IGBO,
};
