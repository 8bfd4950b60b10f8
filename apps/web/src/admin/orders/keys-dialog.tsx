import { Dialog } from '../../ui/dialog.tsx';

const KEYS = [
  ['/', 'Search'],
  ['j, arrow down', 'Next order'],
  ['k, arrow up', 'Previous order'],
  ['Enter', 'Open the order'],
  ['a', 'Approve, then Enter confirms'],
  ['d', 'Decline'],
  ['x', 'Choose, to approve several at once'],
  ['Shift a', 'Approve those that are chosen'],
  ['u', 'Take the last decision back, within 5 seconds'],
  ['r', 'Show what is new, and put away what is decided'],
  ['Escape', 'Close'],
  ['Ctrl K', 'Find a page, a view or an order'],
  ['?', 'This list'],
] as const;

/** Which keys the desk knows. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog isOpen onOpenChange={(isOpen) => (isOpen ? undefined : onClose())} title="Keys of the desk">
      <dl className="grid divide-y divide-hairline">
        {KEYS.map(([key, what]) => (
          <div key={key} className="flex items-baseline justify-between gap-6 py-2.5">
            <dt>
              <kbd className="rounded bg-sunk px-2 py-0.5 font-mono text-sm">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
