import { isSampleBrand } from '@kobogate/contract';
import { signMail } from '../../platform/mail-layout.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import type { Mailer } from './mailer.ts';

/**
 * A mailer whose every mail ends with who sends it: the company's name, its address, how to reach it, as they stand when
 * the mail leaves. A sample address is left out: it is nobody's.
 */
export function createSignedMailer({ mailer, settings }: { mailer: Mailer; settings: OperatorSettings }): Mailer {
  return {
    send: async (mail) => {
      const { brand } = await settings.current();
      const lines = [
        brand.name,
        ...(isSampleBrand(brand, 'address') ? [] : brand.address),
        ...[brand.supportEmail, brand.supportPhone].filter((line) => line !== ''),
      ];
      return mailer.send({ ...mail, ...signMail(mail, lines) });
    },
  };
}
