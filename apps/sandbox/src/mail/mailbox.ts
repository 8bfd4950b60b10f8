interface Mail {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
}

const MAILS_KEPT = 1_000;

/** The mails that arrived, in memory only: the newest thousand. */
export interface Mailbox {
  add(mail: Mail): void;
  /** Newest first; only those to this address where one is given, in any case. */
  list(to?: string): Mail[];
}

/** An empty mailbox for every address. */
export function createMailbox(): Mailbox {
  const mails: Mail[] = [];
  return {
    add: (mail) => {
      mails.unshift(mail);
      mails.splice(MAILS_KEPT);
    },
    list: (to) => (to === undefined ? [...mails] : mails.filter((mail) => mail.to.toLowerCase() === to.toLowerCase())),
  };
}
