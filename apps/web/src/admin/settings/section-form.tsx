import type { SettingView } from '@kobogate/contract';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChangeHistory } from './change-history.tsx';
import type { Parts } from './describe-change.ts';
import type { Section } from './use-section.ts';

/** Around the fields of one section: problems, saving, conflicts with another administrator, and the history. */
export function SectionForm<Value, Typed extends FieldValues>({
  section: { base, form, isOutdated, show },
  view,
  parts,
  name,
  isMain = false,
  children,
}: {
  section: Section<Value, Typed>;
  /** The current value. */
  view: SettingView<Value>;
  parts: Parts<Value>;
  /** As in `Save limits`. */
  name: string;
  /** The only form of its view, so that saving is the view's main action. */
  isMain?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-5">
      <Form
        form={isOutdated ? { ...form, problem: null } : form}
        label={name}
        footer={
          <>
            {isOutdated && (
              <Notice
                tone="warning"
                isUrgent={form.problem !== null}
                title="This has been changed since you opened it."
                action={
                  <Button variant="secondary" onClick={() => show(view)}>
                    Show the current one
                  </Button>
                }
              >
                What you have typed is still here, and can’t be saved over that change.
              </Notice>
            )}
            <div>
              <Button
                type="submit"
                variant={isMain ? 'primary' : 'secondary'}
                disabled={isOutdated}
                pending={form.isPending}
                pendingLabel="Saving..."
              >{`Save ${name}`}</Button>
            </div>
          </>
        }
      >
        {children}
      </Form>
      <div className="border-t border-hairline pt-4">
        <ChangeHistory history={base.history} parts={parts} what={name} />
      </div>
    </div>
  );
}
