/** A command of `npm run ops`. */
export interface Command {
  /** The help text, for `--help` and for wrong arguments. */
  readonly usage: string;
  /** Runs the command with its arguments, and answers the exit code. */
  run(args: readonly string[]): Promise<number>;
  /** Errors, besides configuration and expected failures, of which the operator sees only the message. */
  isForPeople?(error: Error): boolean;
}
