import { endpoints, SIGNED_FILE_LIMIT } from '@kobogate/contract';
import { useRef, useState } from 'react';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { storedToken } from '../../lib/token.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRefreshTreasury } from './use-treasury.ts';

interface Said {
  readonly isDone: boolean;
  readonly text: string;
}

export interface HandIn {
  readonly isPending: boolean;
  /** What the server said of each file, the first refused one last. */
  readonly said: readonly Said[];
  readonly take: (files: readonly File[]) => void;
}

/**
 * Hands signed files in, one after the other. The answer about them stays on the page even if the plan is no longer to be
 * signed. For a file that was not accepted as a whole it names the plan.
 */
export function useHandIn(): HandIn {
  const { isPending, run } = usePending();
  const [said, setSaid] = useState<readonly Said[]>([]);
  const refresh = useRefreshTreasury();

  async function send(files: readonly File[]): Promise<void> {
    setSaid([]);
    const token = storedToken();
    for (const file of files) {
      // Chosen by a person who has signed out since, in this tab or another.
      if (storedToken() !== token) return;
      const answer = await handIn(file);
      setSaid((before) => [...before, answer]);
      if (!answer.isDone) break;
    }
    await refresh();
  }

  return { isPending, said, take: (files) => void run(() => send(files)) };
}

/** Asks for the signed file, or several. */
export function HandInButton({
  handIn: { isPending, take },
  variant = 'secondary',
}: {
  handIn: HandIn;
  variant?: 'primary' | 'secondary';
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant={variant}
        pending={isPending}
        pendingLabel="Comparing with the plan..."
        onClick={() => input.current?.click()}
      >
        Hand in signed file
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Signed file"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again after it was refused.
          target.value = '';
          if (files.length > 0) take(files);
        }}
      />
    </>
  );
}

/** What was said of the files that were handed in. */
export function HandInAnswers({ handIn: { said } }: { handIn: HandIn }) {
  if (said.length === 0) return null;
  return (
    <div className="grid basis-full gap-3">
      {said.map(({ isDone, text }) => (
        <Notice key={text} tone={isDone ? 'success' : 'danger'} isUrgent={!isDone}>
          {text}
        </Notice>
      ))}
    </div>
  );
}

async function handIn(file: File): Promise<Said> {
  const told = (text: string): Said => ({ isDone: false, text: `${file.name}: ${text}` });
  if (file.size > SIGNED_FILE_LIMIT) return told('This is larger than any signed file. Nothing was sent.');
  try {
    const body = new Uint8Array(await file.arrayBuffer());
    if (body.byteLength === 0) return told('This file is empty. Nothing was sent.');
    const answer = await call(endpoints.treasury.handIn, { body });
    return isUnreachable(answer) ? told(answer) : { isDone: true, text: answer.message };
  } catch (failure) {
    return told(messageFor(failure, 'We do not know whether it was taken. Hand it in again: nothing is sent twice.'));
  }
}
