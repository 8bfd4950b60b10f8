export interface Testimonial {
  readonly id: number;
  readonly name: string;
  readonly company: string;
  readonly quote: string;
  /** Initials, drawn as a coin: the samples are not real people, so there are no pictures. */
  readonly avatar: string;
}

/** Sample entries, not real quotes; the page says so. */
export const TESTIMONIALS: readonly Testimonial[] = [
  {
    id: 1,
    name: 'Sample Customer One',
    company: 'A design studio (sample)',
    quote: 'A client abroad paid me in USDT in the morning. I saw the naira amount before I agreed to it.',
    avatar: 'S1',
  },
  {
    id: 2,
    name: 'Sample Customer Two',
    company: 'An electronics shop (sample)',
    quote: 'The page told me how many confirmations were left. I did not have to ask where my money was.',
    avatar: 'S2',
  },
  {
    id: 3,
    name: 'Sample Customer Three',
    company: 'A freight agent (sample)',
    quote: 'I sent too little by mistake. The page said so, kept what had arrived, and told me how much was missing.',
    avatar: 'S3',
  },
  {
    id: 4,
    name: 'Sample Customer Four',
    company: 'A software team (sample)',
    quote: 'We get paid from four countries. Now it all ends in one bank account, with one history.',
    avatar: 'S4',
  },
  {
    id: 5,
    name: 'Sample Customer Five',
    company: 'A writer (sample)',
    quote: 'I mistyped my account number. The bank gave another name, and the page showed me before anything was paid.',
    avatar: 'S5',
  },
];
