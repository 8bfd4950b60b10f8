import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { CornerDownLeft, Search } from './icons.ts';
import type { Command } from './match-commands.ts';

/** The option that a key leads to among `count`; null: the key means something else. */
function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at + count - 1) % count;
  return null;
}

/**
 * A field to go anywhere from: a combobox in a dialog. Arrows choose, Enter opens, Escape closes; the focus stays in the
 * field. `commands` are those that fit what was typed, in the order in which they are shown.
 */
export function Palette({
  label,
  placeholder,
  typed,
  onType,
  commands,
  isSearching = false,
  onChoose,
  onClose,
}: {
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  commands: readonly Command[];
  isSearching?: boolean;
  onChoose: (command: Command) => void;
  onClose: () => void;
}) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(commands.length - 1, 0));
  const hasChosen = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const optionId = (index: number): string => `${id}-${index}`;
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at]);

  function choose(index: number): void {
    const command = commands[index];
    if (command === undefined) return;
    hasChosen.current = true;
    onChoose(command);
  }

  function press(event: KeyboardEvent): void {
    // Enter that ends the composing of a character chooses nothing.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = moved(event.key, at, commands.length);
    if (next === null && event.key !== 'Enter') return;
    event.preventDefault();
    if (next === null) choose(at);
    else setChosen(next);
  }

  const groups = [...new Set(commands.map(({ group }) => group))];
  const hasFound = commands.length > 0;
  return (
    <Base.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 bg-night/55" />
        <Base.Popup
          initialFocus={field}
          // A page that was opened takes the focus itself.
          finalFocus={() => !hasChosen.current}
          className="fixed inset-x-3 top-[max(0.75rem,8dvh)] z-50 mx-auto flex max-h-[min(32rem,84dvh)] max-w-xl flex-col overflow-hidden rounded-card border border-hairline bg-surface shadow-card"
        >
          <Base.Title className="sr-only">{label}</Base.Title>
          <div className="flex items-center gap-3 border-b border-hairline px-4">
            <Search className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
            <input
              ref={field}
              role="combobox"
              aria-label={label}
              aria-expanded={hasFound}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={hasFound ? optionId(at) : undefined}
              value={typed}
              placeholder={placeholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck="false"
              maxLength={200}
              enterKeyHint="go"
              onChange={(event) => {
                setChosen(0);
                onType(event.target.value);
              }}
              onKeyDown={press}
              className="min-h-14 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-ink-soft"
            />
            <Base.Close className="-mr-2 grid min-h-11 min-w-11 shrink-0 place-items-center rounded-card px-2 text-sm text-ink-soft hover:bg-sunk">
              Close
            </Base.Close>
          </div>
          <output className="sr-only">
            {isSearching ? 'Searching...' : `${commands.length} ${commands.length === 1 ? 'result' : 'results'}`}
          </output>
          <div
            id={`${id}-list`}
            role={hasFound ? 'listbox' : undefined}
            aria-label={hasFound ? label : undefined}
            className="overflow-y-auto overscroll-contain p-2"
          >
            {groups.map((group) => (
              <fieldset key={group} className="min-w-0">
                <legend className="px-3 pt-2.5 pb-1 text-sm text-ink-soft">{group}</legend>
                {commands.map((command, index) =>
                  command.group === group ? (
                    <Option
                      key={command.id}
                      id={optionId(index)}
                      command={command}
                      isChosen={index === at}
                      onPoint={() => setChosen(index)}
                      onPress={() => choose(index)}
                    />
                  ) : null,
                )}
              </fieldset>
            ))}
            {!hasFound && (
              <p className="px-3 py-6 text-center text-ink-soft">{isSearching ? 'Searching...' : 'Nothing found.'}</p>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** An option's keys are the field's, which keeps the focus. */
const optionProps = (isChosen: boolean) =>
  ({ type: 'button', role: 'option', tabIndex: -1, 'aria-selected': isChosen }) as const;

function Option({
  id,
  command: { title, detail },
  isChosen,
  onPoint,
  onPress,
}: {
  id: string;
  command: Command;
  isChosen: boolean;
  onPoint: () => void;
  onPress: () => void;
}) {
  return (
    <button
      {...optionProps(isChosen)}
      id={id}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={classes(
        'flex min-h-11 w-full items-center gap-3 rounded-card px-3 py-2 text-left',
        isChosen && 'bg-primary-soft text-primary-text',
      )}
    >
      <span className="min-w-0 grow wrap-anywhere">
        {title}
        {detail !== undefined && <span className="block text-sm text-ink-soft">{detail}</span>}
      </span>
      {isChosen && <CornerDownLeft className="size-4 shrink-0" aria-hidden="true" />}
    </button>
  );
}
