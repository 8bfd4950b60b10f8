import { PRODUCT_NAME, refundNetworkName } from '@kobogate/contract';
import { layOutMail } from '../../platform/mail-layout.ts';
import type { RefundAddress } from './refund-address.ts';

/** Tells the owner where coins are sent back to from now on; of the address only its end is shown. */
export function changedMail(
  { currency, network, address }: RefundAddress,
  publicOrigin: string,
): { subject: string; text: string; html: string } {
  const subject = `Your ${PRODUCT_NAME} refund address was changed`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `A refund of ${currency} on ${refundNetworkName(network)} goes to the address that ends in ${address.slice(-8)} from now on.`,
    ],
    link: { label: 'This was not me', url: `${publicOrigin}/forgot-password` },
    reason: 'If it was you, there is nothing that you need to do.',
  });
  return { subject, ...content };
}
