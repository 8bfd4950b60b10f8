/** What a program that is not ready yet does, for those who ask it. */
export interface StartStage {
  /** From now on it does `what`, in words that go after “The service is starting: ”. */
  tell(what: string): void;
  current(): string;
}

/** The stage of a program that has just begun to start. */
export function createStartStage(): StartStage {
  let stage = 'it has just begun';
  return {
    tell: (what) => {
      stage = what;
    },
    current: () => stage,
  };
}

/** What a long step of a start needs. */
export interface StartStep {
  readonly tell: StartStage['tell'];
  /** Aborts when the program is told to stop: then the step throws, and has done nothing by halves. */
  readonly signal: AbortSignal;
}

/** For a start that is followed by no one, and that nothing stops. */
export const UNWATCHED_START: StartStep = { tell: () => undefined, signal: new AbortController().signal };
