import { OTP_LENGTH } from '@kobogate/contract';
import { useLayoutEffect, useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { erased, pasted, typed, type OtpBoxes } from './otp-boxes.ts';

const POSITIONS: readonly number[] = Array.from({ length: OTP_LENGTH }, (_, index) => index);

/** The four boxes of a code. `onRefusedPaste` hears of a paste that is not four digits. The focus follows `boxes.focus`. */
export function OtpInput({
  boxes,
  onChange,
  onRefusedPaste,
  isDisabled,
  isInvalid,
  describedBy,
}: {
  boxes: OtpBoxes;
  onChange: (boxes: OtpBoxes) => void;
  onRefusedPaste: () => void;
  isDisabled: boolean;
  isInvalid: boolean;
  describedBy: string;
}) {
  const inputs = useRef<(HTMLInputElement | null)[]>([]);

  // `boxes` and not its focus: after a failure the same box must take the focus again once it is enabled.
  useLayoutEffect(() => {
    if (!isDisabled) inputs.current[boxes.focus]?.focus();
  }, [boxes, isDisabled]);

  function onKey(event: KeyboardEvent, index: number): void {
    if (event.key === 'Backspace') {
      event.preventDefault();
      onChange(erased(boxes, index));
    }
    if (event.key === 'ArrowLeft' && index > 0) onChange({ ...boxes, focus: index - 1 });
    if (event.key === 'ArrowRight' && index < OTP_LENGTH - 1) onChange({ ...boxes, focus: index + 1 });
  }

  function onPaste(event: ClipboardEvent): void {
    event.preventDefault();
    const filled = pasted(event.clipboardData.getData('text'));
    if (filled === null) onRefusedPaste();
    else onChange(filled);
  }

  return (
    <fieldset className="grid grid-cols-4 gap-3" aria-describedby={describedBy}>
      <legend className="sr-only">{OTP_LENGTH}-digit code</legend>
      {POSITIONS.map((index) => (
        <input
          key={index}
          ref={(input) => {
            inputs.current[index] = input;
          }}
          value={boxes.digits[index] ?? ''}
          onChange={(event) => onChange(typed(boxes, index, event.target.value))}
          onKeyDown={(event) => onKey(event, index)}
          onPaste={onPaste}
          onFocus={(event) => event.target.select()}
          disabled={isDisabled}
          aria-label={`Digit ${index + 1} of ${OTP_LENGTH}`}
          aria-invalid={isInvalid || undefined}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          className="field headline figures h-18 px-0 text-center text-3xl"
        />
      ))}
    </fieldset>
  );
}
