import type { WalletTexts } from './wallet-texts.ts';

export const PIDGIN: WalletTexts = {
  title: 'Pay with wallet',
  close: 'Close am',
  choose: 'Choose the wallet wey get your {coin}.',
  browserWallet: 'The wallet wey dey this browser',
  noWallet: {
    title: 'We no see any wallet for this browser',
    body: 'Open this page for the browser wey dey inside your wallet app, or install wallet for {network} come load this page again. You fit also close this one, then scan the QR code or copy the address.',
  },
  amount: 'You go pay',
  network: 'Network',
  to: 'To',
  from: 'From',
  rateHeld: 'The rate go stand for',
  networkFee: 'Your wallet go add the charge of the network, and na you go pay am.',
  pay: 'Pay {amount}',
  anotherWallet: 'Use another wallet',
  tryAgain: 'Try again',
  checkAgain: 'Check again',
  backToPayment: 'Go back to the payment',
  steps: {
    connect: 'Open {wallet} and allow am connect to this page.',
    switch: 'Allow {wallet} change to {network}.',
    add: '{wallet} never know {network}. Allow am add this network.',
    check: 'We dey check wetin dey the account.',
    pay: 'Confirm the payment inside {wallet}.',
    send: 'We dey carry the payment go {network}.',
    renew: 'We dey ask for the rate of this moment.',
  },
  justEnded: 'The time of the rate just finish. If you never confirm, say no inside {wallet} and hold new rate here.',
  short: {
    title: '{coin} wey dey this account no reach',
    body: 'E get {held}, but na {amount} we need. Nothing don comot. Choose another account inside {wallet}, or add {coin} for {network} and check again.',
  },
  shortForFee: {
    title: '{coin} no reach for the network charge',
    body: 'For {network}, na {coin} dem dey use pay the charge. The account get {held}, and e need like {amount}. Nothing don comot. Add small {coin} and check again.',
  },
  rateEnded: {
    title: 'The time of the rate don finish',
    body: 'Nothing don comot. First hold the rate of this moment; the amount fit change small.',
  },
  renew: 'Hold new rate',
  sent: {
    title: '{wallet} don send am',
    body: 'The page go show the payment once {network} get am. Abeg no pay again.',
  },
  transaction: 'Transaction',
  opensExplorer: 'e go open public explorer',
  unknown: {
    title: 'We no fit tell whether e don go',
    body: '{wallet} no talk how e end. First check the activity wey dey inside am. If the payment dey there, no pay again: this page go show am. If e no dey, your coins still dey your wallet.',
  },
  sentBefore: {
    title: 'You don send this one already',
    body: '{network} never show am. If you pay again, the coins go comot two times. First look the transaction, and pay again only if e fail.',
  },
  wasNotSent: 'E no go: pay now',
  nothingToPay: {
    title: 'Nothing dey to pay now',
    body: 'The page dey show how the payment dey.',
  },
  problems: {
    rejected: { title: 'You say no inside {wallet}', body: 'Nothing don comot. You fit try again.' },
    pending: {
      title: '{wallet} dey wait for you',
      body: 'E get another question wey you never answer. Open {wallet}, answer am, and try again. Nothing don comot.',
    },
    'wrong-network': {
      title: '{wallet} dey another network',
      body: 'Nothing don comot. Change am to {network}, and try again.',
    },
    disconnected: {
      title: '{wallet} no dey connected again',
      body: 'Nothing don comot. Try again, and choose the account wey go pay.',
    },
    unsupported: {
      title: '{wallet} no fit do this payment',
      body: 'Nothing don comot. Use another wallet, or close this one and use the QR code or the address.',
    },
    'too-little': {
      title: '{wallet} talk say money no reach for the account',
      body: 'Nothing don comot. Add {coin} for {network}, and wetin dem dey use pay the network charge, or choose another account for {wallet}, then try again.',
    },
    'not-added': {
      title: '{wallet} no fit add {network}',
      body: 'Nothing don comot. Add {network} by yourself for {wallet}, use another wallet, or close this one and use the QR code or the address.',
    },
    failed: {
      title: '{wallet} bring error',
      body: 'Nothing don comot, and your coins still dey where dem dey. Try again, or use the QR code or the address.',
    },
    refused: {
      title: '{network} no gree take the payment',
      body: 'Nothing don comot, and your coins still dey where dem dey. Try again: {wallet} go ask you one more time.',
    },
    offline: { title: 'Our server no answer', body: 'Nothing don comot. Check your network, and try again.' },
    'too-many': {
      title: 'You don try too many times',
      body: 'Nothing don comot. Abeg wait one minute, and try again.',
    },
    'too-small': {
      title: '{network} no dey take small amount like this',
      body: 'Nothing don comot. New address for there must get pass this amount. Close this one, and choose another network.',
    },
    'not-renewed': { title: 'New rate never dey', body: 'Nothing don comot. Wait small, and try again.' },
  },
};
