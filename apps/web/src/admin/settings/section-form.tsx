import type { FormEvent, ReactNode } from 'react';
import type { Draft } from '../../lib/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { DraftNotice } from '../../ui/draft-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChangeHistory } from './change-history.tsx';
import type { Parts } from './describe-change.ts';
import type { Section } from './use-section.ts';

/** Around the fields of one section: what is wrong, saving, who was faster, and the history. `onSubmit` checks and saves. */
export function SectionForm<Value>({
  section,
  draft,
  parts,
  name,
  isMain = false,
  onSubmit,
  children,
}: {
  section: Section<Value>;
  /** What is typed. */
  draft: Pick<Draft<never>, 'isRestored' | 'startOver'>;
  parts: Parts<Value>;
  /** As in `Save limits`. */
  name: string;
  /** The only form of its view, so that saving is the view's main action. */
  isMain?: boolean;
  onSubmit: (form: HTMLFormElement) => void;
  children: ReactNode;
}) {
  const { base, isOutdated, isPending, problem, startOver } = section;
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    onSubmit(event.currentTarget);
  }
  return (
    <div className="grid gap-5">
      <form noValidate onSubmit={submit} aria-label={name} className="grid gap-5">
        <DraftNotice draft={draft} />
        {children}
        {problem !== undefined && !isOutdated && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
        {isOutdated && (
          <Notice
            tone="warning"
            isUrgent={problem !== undefined}
            title="Somebody else has changed this since."
            action={
              <Button variant="secondary" onClick={startOver}>
                Show what holds now
              </Button>
            }
          >
            What you have typed is still here, and can’t be saved over their change.
          </Notice>
        )}
        <div>
          <Button
            type="submit"
            variant={isMain ? 'primary' : 'secondary'}
            disabled={isOutdated}
            pending={isPending}
            pendingLabel="Saving..."
          >{`Save ${name}`}</Button>
        </div>
      </form>
      <div className="border-t border-hairline pt-4">
        <ChangeHistory history={base.history} parts={parts} what={name} />
      </div>
    </div>
  );
}
