import { DependencyDown } from '../platform/errors.ts';

/** What the doctor found about one part: `look` may be intended, `wrong` stops or breaks a server. */
export interface Finding {
  readonly part: string;
  readonly state: 'fine' | 'look' | 'wrong';
  /** What is so, and where it is wrong what to do; never a secret. */
  readonly sentence: string;
}

const finding =
  (state: Finding['state']) =>
  (part: string, sentence: string): Finding => ({ part, state, sentence });
export const fine = finding('fine');
export const look = finding('look');
export const wrong = finding('wrong');

/** The reason of an outside failure in a few words, with no address's secret in it. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof DependencyDown ? (error.cause ?? error) : error;
  const words =
    cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : cause.name) : String(cause);
  return withoutSecrets(words.split('\n', 1)[0] ?? '').replace(/\.$/, '');
}

/** A text without what may be secret in an address: user, password, path and query. Pure. */
export const withoutSecrets = (text: string): string =>
  text.replaceAll(/\b([a-z]+:\/\/)(?:[^\s/@]*@)?([^\s/?#]+)[^\s]*/gi, '$1$2');
