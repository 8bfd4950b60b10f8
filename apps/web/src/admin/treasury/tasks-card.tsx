import type { TreasuryTask } from '@kobogate/contract';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { ASKED, TASK_WORDS } from './treasury-words.ts';

/** What was asked of the treasury within a day, and what came of it. */
export function TasksCard({ tasks }: { tasks: readonly TreasuryTask[] }) {
  if (tasks.length === 0) return null;
  return (
    <Card id={ASKED} aria-label="Asked" className="scroll-mt-20">
      <CardHeading title="What was asked today" detail="A network with many addresses may take minutes." />
      <ul className="divide-y divide-hairline" aria-live="polite">
        {tasks.map((task) => (
          <li key={task.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="font-medium">
                {TASK_WORDS[task.kind]} on {task.networkName}
              </span>
              <TaskState task={task} />
            </div>
            {task.words.map((sentence) => (
              <p key={sentence} className="text-[15px] text-pretty wrap-anywhere">
                {sentence}
              </p>
            ))}
            <p className="text-sm text-ink-soft">
              <bdi>{task.askedBy}</bdi>, <Moment at={task.askedAt} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TaskState({ task: { isDone } }: { task: TreasuryTask }) {
  if (isDone === null) return <Status tone="waiting">Under way</Status>;
  return isDone ? <Status tone="success">Done</Status> : <Status tone="warning">Not done</Status>;
}
