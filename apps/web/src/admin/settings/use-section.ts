import { type SettingView, TEXTS } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { CallError, isUnreachable, messageFor, type NetworkErrorText } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';

const SAVE_FAILED = 'This was not saved. What held before still holds; please try again.';

/** Sends a changed value; answers what holds then. */
export type SaveValue<Value> = (body: {
  version: number;
  value: Value;
}) => Promise<{ message: string; view: SettingView<Value> } | NetworkErrorText>;

/** One decision of the operator's while somebody edits it. */
export interface Section<Value> {
  /** What the form starts from: as it was read, or as it was saved last from here. */
  base: SettingView<Value>;
  /** Rises where the form starts again; not with a save, which leaves the focus where it is. */
  round: number;
  /** Somebody else has changed it since: what is typed here stays, and can't be saved over theirs. */
  isOutdated: boolean;
  isPending: boolean;
  problem: string | undefined;
  setProblem: (problem: string | undefined) => void;
  save: (value: Value) => void;
  /** Starts the form again from what holds now. */
  startOver: () => void;
}

/**
 * Edits one versioned decision: keeps what is typed whatever is fetched meanwhile, and says where somebody else was
 * faster. `queries` are the cached answers that a save makes old, by their paths.
 */
export function useSection<Value>(
  view: SettingView<Value>,
  send: SaveValue<Value>,
  { queries, onSaved }: { queries: readonly string[]; onSaved?: () => void },
): Section<Value> {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [base, setBase] = useState(view);
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string>();

  const refresh = () => Promise.all(queries.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));

  async function saveNow(value: Value): Promise<void> {
    try {
      const answer = await send({ version: base.version, value });
      if (isUnreachable(answer)) return setProblem(answer);
      setBase(answer.view);
      toast.success(answer.message);
      onSaved?.();
      await refresh();
    } catch (failure) {
      setProblem(messageFor(failure, SAVE_FAILED));
      if (failure instanceof CallError && failure.status === 409) await refresh();
    }
  }

  return {
    base,
    round,
    isOutdated: view.version > base.version,
    isPending,
    problem,
    setProblem,
    save: (value) => {
      if (JSON.stringify(value) === JSON.stringify(base.value)) return setProblem(TEXTS.noChanges);
      setProblem(undefined);
      void run(() => saveNow(value));
    },
    startOver: () => {
      setBase(view);
      setRound(round + 1);
      setProblem(undefined);
    },
  };
}
