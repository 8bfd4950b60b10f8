import type { PayerMailTexts } from './texts.ts';

export const PIDGIN: PayerMailTexts = {
  receipt: 'Receipt',
  paid: (coins, network, purpose) => `You don pay ${coins} through ${network} for “${purpose}”.`,
  counted: (naira, rate, currency) =>
    `E count as ${naira}, with ${rate} for one ${currency}. We no add anything on top.`,
  overpaid: (excess) =>
    `You send ${excess} pass wetin we ask. We keep am for the person wey you pay: abeg ask am make e return am.`,
  transaction: 'Transaction',
  number: 'Payment number',
  look: 'See the payment',
  reason: 'You get this mail because person put your address for the page of this payment.',
  offered: (name) => `${name} wan return coin give you`,
  offer: (name, amount, net) =>
    `${name} wan return ${amount} from your payment. ${net} go reach you; the network go take the rest.`,
  sayWhere:
    'Abeg enter the page of your payment, talk where e go go. Put your own address for that network. We no dey ask for password or the words of your wallet.',
  giveAddress: 'Talk where e go go',
  sent: (net) => `${net} dey road come back to you`,
  sentTo: (address) => `We don send am to ${address}. The page of your payment go show when e don final.`,
  held: 'Person dey look your payment',
  heldText: (naira, time) =>
    `You don pay, and you no need do anything. Person go look this payment before ${naira} go the bank of the person wey you pay, e no dey pass ${time} most times. The money dey safe.`,
  hours: (count) => (count === '1' ? 'one hour' : `${count} hour`),
  notSent: (net) => `${net} no go back to you`,
  declined: (amount) =>
    `The operator no agree make ${amount} go back. The coin dey safe with the person wey you pay, and e fit offer am to you again: abeg ask am.`,
  arrived: (net) => `${net} don come back to you`,
  final: (address) => `E don reach ${address}, and e don final.`,
};
