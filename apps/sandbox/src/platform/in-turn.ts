/** Runs a task after all earlier tasks have ended, whether or not those failed. */
export type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** A queue of its own: tasks given to it never overlap. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}
