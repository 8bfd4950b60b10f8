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
  held: 'Your payment is being looked at',
  heldText: (naira, time) =>
    `You have paid, and there is nothing for you to do. A person reviews this payment before ${naira} is sent to the recipient’s bank, normally within ${time}. The money is safe.`,
  hours: (count) => (count === '1' ? '1 hour' : `${count} hours`),
  notSent: (net) => `${net} was not sent back to you`,
  declined: (amount) =>
    `The operator declined the refund of ${amount}. The coins are safe with the recipient, who can offer them to you again: please ask them about it.`,
  arrived: (net) => `${net} has come back to you`,
  final: (address) => `It has reached ${address} and is final.`,
};
