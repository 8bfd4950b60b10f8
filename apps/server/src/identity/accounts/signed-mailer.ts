import { isSampleBrand } from '@kobogate/contract';
import { signMail } from '../../platform/mail-layout.ts';
import type { OperatorSettings } from '../../controls/index.ts';
import type { Mailer } from './mailer.ts';

/**
 * A mailer that adds the sender to every mail: the company's name, its address, and its contact, as they are when the
 * mail leaves. A sample address is left out.
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
