/** How one attempt to deliver went. */
export interface Attempt {
  /** The receiver's HTTP status; null where it gave none. */
  readonly status: number | null;
  /** In words; null for a success. */
  readonly problem: string | null;
  /** The beginning of what the receiver answered, without control characters. */
  readonly answer: string;
  readonly milliseconds: number;
}

/** What reaches merchants' programs. Never throws, and ends within its time whatever a receiver does. */
export interface WebhookSender {
  /** Why nothing would be sent to an address as it resolves now, in words; null where it would. */
  refuse(url: string): Promise<string | null>;
  /** Posts a body once. Follows no redirect, and reaches no address inside our network. */
  send(request: { url: string; headers: Readonly<Record<string, string>>; body: string }): Promise<Attempt>;
}
