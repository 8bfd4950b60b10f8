/** A text message to one phone. */
export interface TextMessage {
  /** In international form, digits alone, such as `2348031234567`. */
  readonly to: string;
  readonly text: string;
}

/** The port that a provider of text messages implements. */
export interface Texter {
  /**
   * Sends a message, once. `refused`: it was not accepted and will not be; `unknown`: it may have left or not. Never
   * throws, and never retries: no other code may retry either.
   */
  send(message: TextMessage): Promise<'sent' | 'refused' | 'unknown'>;
}
