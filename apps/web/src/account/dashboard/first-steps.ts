/** What is true of an account that has converted nothing yet. */
export interface FirstFacts {
  readonly hasName: boolean;
  readonly hasBank: boolean;
  readonly hasWallet: boolean;
  readonly hasCoins: boolean;
}

export interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly isDone: boolean;
}

/** The steps from a new account to its first naira, each done where it is true. Pure. */
export function firstSteps({ hasName, hasBank, hasWallet, hasCoins }: FirstFacts): FirstStep[] {
  return [
    {
      title: 'Say who you are',
      text: 'Your name and phone number, as your bank has them.',
      to: '/account/profile',
      isDone: hasName,
    },
    {
      title: 'Name your bank account',
      text: 'Your naira goes there. The bank tells us whose it is.',
      to: '/account/payment-method',
      isDone: hasBank,
    },
    {
      title: 'Create a wallet',
      text: 'An address of your own for the coin that you have.',
      to: '/account/wallets',
      isDone: hasWallet,
    },
    {
      title: 'Receive coins',
      text: 'Send them to your wallet’s address, or convert first and send then.',
      to: '/account/wallets',
      isDone: hasCoins,
    },
    {
      title: 'Convert them to naira',
      text: 'You see the rate and what you are paid before.',
      to: '/account/convert-to-naira',
      isDone: false,
    },
  ];
}
