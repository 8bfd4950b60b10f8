/** A message to one recipient. */
export interface Mail {
  /** The same id on a repeated send, so that mail programs show the message once. */
  readonly id?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The port that the mail adapter implements. */
export interface Mailer {
  /**
   * Sends a mail. `refused`: the mail server permanently refuses mail for this recipient. Throws 503 where the server
   * can't be reached or asks to retry; the mail may then have left or not.
   */
  send(mail: Mail): Promise<'sent' | 'refused'>;
}
