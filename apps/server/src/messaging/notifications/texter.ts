/** A text message to one phone. */
export interface TextMessage {
  /** In international form, digits alone, such as `2348031234567`. */
  readonly to: string;
  readonly text: string;
}

/** The port that a provider of text messages implements. */
export interface Texter {
  /**
   * Hands a message over, once. `refused`: it was not taken and will not be; `unknown`: it may have left or not. Never throws,
   * and never tries again by itself: that is for nobody to do.
   */
  send(message: TextMessage): Promise<'sent' | 'refused' | 'unknown'>;
}
