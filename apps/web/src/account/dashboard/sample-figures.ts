export interface SampleRow {
  id: string;
  coin: string;
  amount: string;
  isSuccessful: boolean;
}

/** What an account shows, marked as sample, while it has no activity. */
export const SAMPLE = {
  transactions: '150',
  volume: '$12,500',
  wallets: '5',
  // Six months that come to 150 transactions and $12,500.
  months: [
    { transactions: 11, cents: 90_000n, text: '$900' },
    { transactions: 17, cents: 140_000n, text: '$1,400' },
    { transactions: 22, cents: 180_000n, text: '$1,800' },
    { transactions: 26, cents: 220_000n, text: '$2,200' },
    { transactions: 33, cents: 280_000n, text: '$2,800' },
    { transactions: 41, cents: 340_000n, text: '$3,400' },
  ],
  split: [
    { name: 'Crypto', percent: 65 },
    { name: 'Others', percent: 35 },
  ],
  rows: [
    { id: 'sample-1', coin: '250 USDT', amount: '$250', isSuccessful: true },
    { id: 'sample-2', coin: '0.05 ETH', amount: '$160', isSuccessful: true },
    { id: 'sample-3', coin: '75 USDC', amount: '$75', isSuccessful: false },
    { id: 'sample-4', coin: '0.4 BNB', amount: '$240', isSuccessful: true },
  ],
} as const satisfies {
  transactions: string;
  volume: string;
  wallets: string;
  months: readonly { transactions: number; cents: bigint; text: string }[];
  split: readonly { name: string; percent: number }[];
  rows: readonly SampleRow[];
};
