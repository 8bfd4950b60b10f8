/** The result of one attempt to deliver. */
export interface Attempt {
  /** The receiver's HTTP status; null where it gave none. */
  readonly status: number | null;
  /** The error as text; null for a success. */
  readonly problem: string | null;
  /** The beginning of the receiver's answer, without control characters. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** Sends to merchants' programs. Never throws, and ends in time whatever a receiver does. */
export interface WebhookSender {
  /** Why nothing would be sent to an address as it resolves now, as text; null where it would. */
  refuse(url: string): Promise<string | null>;
  /** Posts a body once. Follows no redirect, and reaches no address inside our network. */
  send(request: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<Attempt>;
}
