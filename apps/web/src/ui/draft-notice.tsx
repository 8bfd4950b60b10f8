import type { FormState } from '../lib/use-form.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Says that the form's values were typed before the session ended; nothing where they were not. */
export function DraftNotice({ draft: { isRestored, startOver } }: Pick<FormState, 'draft'>) {
  if (!isRestored) return null;
  return (
    <Notice
      tone="neutral"
      title="What you had typed is here again."
      action={
        <Button variant="secondary" onClick={startOver}>
          Start over
        </Button>
      }
    >
      You had to log in again before it was saved.
    </Notice>
  );
}
