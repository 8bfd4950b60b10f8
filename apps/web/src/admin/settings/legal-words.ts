import type { LegalPageName } from '@kobogate/contract';

interface OpenStatement {
  readonly title: string;
  /** What has to be stated, each as the end of a sentence. */
  readonly open: readonly string[];
}

/** What only the operator can say on the legal pages, by page and section. */
export const LEGAL_WORDS = {
  terms: {
    title: 'Terms',
    sections: {
      service: {
        title: 'What the service is',
        open: ['which company offers the service, under which licence', 'where it may be used, and where not'],
      },
      accounts: {
        title: 'Who may open an account',
        open: ['the least age, and who may sign for a business', 'who may not open an account'],
      },
      conversions: {
        title: 'Conversions and payments',
        open: ['the smallest and the largest amount that it serves', 'how long a review takes at most'],
      },
      fees: { title: 'Fees and taxes', open: ['changes of the fee, and how they are announced'] },
      refunds: { title: 'Refunds', open: ['when a refund is refused, and why'] },
      limits: {
        title: 'Limits, holds and closing an account',
        open: ['for which reasons an account is limited or closed', 'how the owner gets what is left in it'],
      },
      liability: {
        title: 'What the company owes you',
        open: ['what it answers for, and up to which amount', 'by when a mistake is corrected'],
      },
      disputes: {
        title: 'Complaints and disputes',
        open: ['where to complain, and by when an answer comes', 'which law and which court decide'],
      },
      changes: {
        title: 'Changes of these terms',
        open: ['how a change is announced', 'from which day these terms hold'],
      },
    },
  },
  privacy: {
    title: 'Privacy',
    sections: {
      shared: {
        title: 'Who else sees it',
        open: ['which companies host the service, send its mail and text messages, and in which countries'],
      },
      ground: {
        title: 'On what legal ground, and for how long',
        open: [
          'the legal ground for each kind of data, under the Nigeria Data Protection Act',
          'how many years each kind of data is kept',
        ],
      },
      rights: {
        title: 'Your rights',
        open: [
          'how to ask for a copy of your data, its correction or its deletion, and by when an answer comes',
          'who is responsible for data protection, and which authority hears complaints',
        ],
      },
    },
  },
  amlKyc: {
    title: 'AML and KYC',
    sections: {
      customers: {
        title: 'Knowing our customers',
        open: [
          'which documents are asked for, when, and who checks them',
          'what a business has to show, and who owns it',
        ],
      },
      limits: { title: 'Limits', open: ['the tiers, their limits, and what is needed for each'] },
      screening: { title: 'Sanctions lists', open: ['which lists are used, and how often they are renewed'] },
      monitoring: { title: 'Watching transfers', open: ['from which amounts on transfers are examined more closely'] },
      reports: {
        title: 'Reports to the authorities',
        open: [
          'to which authority suspicious transfers are reported, by whom and within which time',
          'who is the compliance officer, and how staff are trained',
        ],
      },
    },
  },
} as const satisfies Readonly<
  Record<LegalPageName, { readonly title: string; readonly sections: Readonly<Record<string, OpenStatement>> }>
>;

/** The sections of a page that the operator has to fill, by their ids. */
export const openSections = (page: LegalPageName): (readonly [id: string, section: OpenStatement])[] =>
  Object.entries<OpenStatement>(LEGAL_WORDS[page].sections);
