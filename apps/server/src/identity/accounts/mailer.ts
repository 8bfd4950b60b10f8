/** A message to one person. */
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
   * Hands a mail over. `refused`: the mail server says for good that it takes no mail for this recipient.
   * Throws 503 where the server can't be reached or asks to come back; the mail may then have left or not.
   */
  send(mail: Mail): Promise<'sent' | 'refused'>;
}
