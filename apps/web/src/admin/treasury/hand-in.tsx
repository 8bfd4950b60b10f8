import { endpoints, SIGNED_FILE_LIMIT } from '@kobogate/contract';
import { useRef, useState } from 'react';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useRefreshTreasury } from './use-treasury.ts';

interface Said {
  readonly isDone: boolean;
  readonly text: string;
}

/**
 * Takes the signed file, or several, one after the other. What the server says of it stays on the page: of a file that
 * was not sent as a whole it names the plan.
 */
export function HandIn({ variant = 'secondary' }: { variant?: 'primary' | 'secondary' }) {
  const input = useRef<HTMLInputElement>(null);
  const { isPending, run } = usePending();
  const [said, setSaid] = useState<readonly Said[]>([]);
  const refresh = useRefreshTreasury();

  async function send(files: readonly File[]): Promise<void> {
    setSaid([]);
    for (const file of files) {
      const answer = await handIn(file);
      setSaid((before) => [...before, answer]);
      if (!answer.isDone) break;
    }
    await refresh();
  }

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
          if (files.length > 0) void run(() => send(files));
        }}
      />
      {said.length > 0 && (
        <div className="grid basis-full gap-3">
          {said.map(({ isDone, text }) => (
            <Notice key={text} tone={isDone ? 'success' : 'danger'} isUrgent={!isDone}>
              {text}
            </Notice>
          ))}
        </div>
      )}
    </>
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
