/** A command of `npm run ops`. */
export interface Command {
  /** What it does and how it is called, for `--help` and where the arguments are wrong. */
  readonly usage: string;
  /** Carries it out with what stands behind its name, and answers the exit code. */
  run(args: readonly string[]): Promise<number>;
  /** Errors, besides settings and expected failures, of which the operator is told in the error's sentence alone. */
  isForPeople?(error: Error): boolean;
}
