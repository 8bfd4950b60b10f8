/** Why a command can't be run; the message says why and what to do, and never repeats a secret. */
export class Refusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Refusal';
  }
}
