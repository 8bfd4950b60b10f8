import { NodeFault } from '../../custody/index.ts';

/** A request that was too much for a provider at this moment: a smaller one, or the same one later, may be answered. */
export class TooMuch extends NodeFault {
  override readonly name = 'TooMuch';
  /** Whether a smaller request may be answered at once. */
  readonly canShrink: boolean;

  constructor(sentence: string, options: { canShrink: boolean; cause?: unknown }) {
    super(sentence, options);
    this.canShrink = options.canShrink;
  }
}
