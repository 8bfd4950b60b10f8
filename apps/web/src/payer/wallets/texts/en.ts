import type { WalletTexts } from './wallet-texts.ts';

export const ENGLISH: WalletTexts = {
  title: 'Pay with a wallet',
  close: 'Close',
  choose: 'Choose the wallet that holds your {coin}.',
  browserWallet: 'The wallet in this browser',
  noWallet: {
    title: 'No wallet was found in this browser',
    body: 'Open this page in the browser inside your wallet app, or install a wallet for {network} and load this page again. You can also close this, and scan the QR code or copy the address.',
  },
  amount: 'You pay',
  network: 'Network',
  to: 'To',
  from: 'From',
  rateHeld: 'Rate held for',
  networkFee: 'Your wallet adds the network’s own fee, which you pay.',
  pay: 'Pay {amount}',
  anotherWallet: 'Use another wallet',
  tryAgain: 'Try again',
  checkAgain: 'Check again',
  backToPayment: 'Back to the payment',
  steps: {
    connect: 'Open {wallet} and let it connect to this page.',
    switch: 'Let {wallet} change to {network}.',
    add: '{wallet} does not know {network} yet. Let it add this network.',
    check: 'Checking the account’s balance.',
    pay: 'Confirm the payment in {wallet}.',
    send: 'Handing the payment to {network}.',
    renew: 'Asking for the current rate.',
  },
  justEnded: 'The rate has just ended. If you have not confirmed yet, decline in {wallet} and get a new rate here.',
  short: {
    title: 'This account does not hold enough {coin}',
    body: 'It holds {held}, and {amount} is needed. Nothing was sent. Choose another account in {wallet}, or add {coin} on {network} and check again.',
  },
  shortForFee: {
    title: 'Not enough {coin} for the network’s fee',
    body: 'On {network} the fee is paid in {coin}. The account holds {held}, and about {amount} is needed. Nothing was sent. Add some {coin} and check again.',
  },
  rateEnded: {
    title: 'The rate has ended',
    body: 'Nothing was sent. Get the current rate first; the amount may change a little.',
  },
  renew: 'Get a new rate',
  sent: {
    title: '{wallet} has sent it',
    body: 'The page shows the payment as soon as {network} has it. Please do not pay again.',
  },
  transaction: 'Transaction',
  opensExplorer: 'opens a public explorer',
  unknown: {
    title: 'We cannot tell whether it was sent',
    body: '{wallet} did not say how it ended. Look at its activity first. If the payment is there, do not pay again: this page will show it. Otherwise your coins are still in your wallet.',
  },
  sentBefore: {
    title: 'You have sent this already',
    body: '{network} has not shown it yet. Paying again would send the coins twice. Look at the transaction first, and pay again only if it failed.',
  },
  wasNotSent: 'It was not sent: pay now',
  nothingToPay: {
    title: 'There is nothing to pay now',
    body: 'The page shows the payment’s state.',
  },
  problems: {
    rejected: { title: 'You declined in {wallet}', body: 'Nothing was sent. You can try again.' },
    pending: {
      title: '{wallet} is waiting for you',
      body: 'It has an earlier question open. Open {wallet}, answer it, and try again. Nothing was sent.',
    },
    'wrong-network': {
      title: '{wallet} is on another network',
      body: 'Nothing was sent. Change it to {network}, and try again.',
    },
    disconnected: {
      title: '{wallet} is no longer connected',
      body: 'Nothing was sent. Try again, and choose the account to pay from.',
    },
    unsupported: {
      title: '{wallet} cannot make this payment',
      body: 'Nothing was sent. Use another wallet, or close this and use the QR code or the address.',
    },
    'too-little': {
      title: '{wallet} says the account holds too little',
      body: 'Nothing was sent. Add {coin} on {network}, and what the network’s fee is paid in, or choose another account in {wallet}, and try again.',
    },
    'not-added': {
      title: '{wallet} could not add {network}',
      body: 'Nothing was sent. Add {network} in {wallet} yourself, use another wallet, or close this and use the QR code or the address.',
    },
    failed: {
      title: '{wallet} answered with an error',
      body: 'Nothing was sent, and your coins are where they were. Try again, or use the QR code or the address.',
    },
    refused: {
      title: '{network} did not take the payment',
      body: 'Nothing was sent, and your coins are where they were. Try again: {wallet} asks you once more.',
    },
    offline: {
      title: 'Our server did not answer',
      body: 'Nothing was sent. Check your connection, and try again.',
    },
    'too-many': { title: 'Too many tries', body: 'Nothing was sent. Please wait a minute, and try again.' },
    'too-small': {
      title: 'This amount is too small for {network}',
      body: 'Nothing was sent. A new address there must get more than this amount. Close this, and choose another network.',
    },
    'not-renewed': {
      title: 'There is no new rate yet',
      body: 'Nothing was sent. Try again in a moment.',
    },
  },
};
