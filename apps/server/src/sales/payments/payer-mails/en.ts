import type { PayerMailTexts } from './texts.ts';

export const ENGLISH: PayerMailTexts = {
  receipt: 'Receipt',
  paid: (coins, network, purpose) => `You paid ${coins} on ${network} for “${purpose}”.`,
  counted: (naira, rate, currency) =>
    `It counted as ${naira}, at ${rate} for one ${currency}. Nothing was added on top.`,
  overpaid: (excess) => `You sent ${excess} too much. It is kept for the recipient: please ask them to return it.`,
  transaction: 'Transaction',
  number: 'Payment number',
  look: 'See the payment',
  reason: 'You get this mail because your address was entered on the page of this payment.',
  offered: (name) => `${name} offers you a refund`,
  offer: (name, amount, net) =>
    `${name} offers ${amount} of your payment back. ${net} will reach you; the network takes the rest.`,
  sayWhere:
    'Please say on the page of your payment where it should go. Give your own address on that network. We never ask for a password or the words of a wallet.',
  giveAddress: 'Say where it goes',
  sent: (net) => `${net} is on its way back to you`,
  sentTo: (address) => `It was sent to ${address}. The page of your payment shows when it is final.`,
};
