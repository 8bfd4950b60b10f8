import { useEffect, useRef, useState } from 'react';
import { useStable } from '../lib/use-stable.ts';
import { TextField } from './text-field.tsx';

/** A list is narrowed once the typing has paused for so long. */
const REST_MS = 250;

/** What is pasted along with a text and can't be seen: a list knows nothing by it. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;

const meant = (typed: string): string => typed.replaceAll(INVISIBLE, '').trim();

/**
 * A field that narrows a list: `onSettled` gets what was typed, trimmed and without what can't be seen, once the typing pauses.
 * Where the list is narrowed otherwise, such as by Back or a link, the field shows that. Pressing `hotkey` outside
 * of a field goes to it.
 */
export function SearchField({
  initial,
  placeholder,
  maxLength,
  hotkey,
  onSettled,
}: {
  /** What the list is narrowed by. */
  initial: string;
  placeholder: string;
  maxLength: number;
  hotkey?: string;
  onSettled: (text: string) => void;
}) {
  const [typed, setTyped] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  // What this field has narrowed the list by comes back as `initial`; anything else was not typed here.
  const [given, setGiven] = useState(initial);
  const [shown, setShown] = useState(initial);
  if (shown !== initial) {
    setShown(initial);
    if (given !== initial) {
      setGiven(initial);
      setTyped(initial);
    }
  }
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(pause.current), []);
  const settle = useStable((text: string): void => {
    // What was typed before the list was narrowed otherwise is over.
    if (text === given || text !== meant(typed)) return;
    setGiven(text);
    onSettled(text);
  });
  function type(text: string): void {
    setTyped(text);
    clearTimeout(pause.current);
    pause.current = setTimeout(() => settle(meant(text)), REST_MS);
  }
  useEffect(() => {
    if (hotkey === undefined) return undefined;
    const goThere = (event: KeyboardEvent): void => {
      if (event.key !== hotkey || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', goThere);
    return () => document.removeEventListener('keydown', goThere);
  }, [hotkey]);
  return (
    <TextField
      ref={field}
      label="Search"
      aria-keyshortcuts={hotkey}
      type="search"
      placeholder={placeholder}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck="false"
      maxLength={maxLength}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
}

/** Whether a press of a key there writes, or belongs to an open dialog. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]') !== null;
