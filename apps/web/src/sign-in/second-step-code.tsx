import { TOTP_LENGTH } from '@kobogate/contract';
import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { TextField } from '../ui/text-field.tsx';

/** The field for a code. It takes the focus; an app's code is sent as soon as its last digit is there. */
export function SecondStepCode({ method, isDisabled }: { method: 'totp' | 'recovery'; isDisabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), []);

  if (method === 'recovery') {
    return (
      <TextField
        ref={input}
        label="Recovery code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck="false"
        maxLength={40}
        readOnly={isDisabled}
        className="font-mono"
      />
    );
  }
  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    if (target.value.replaceAll(/\s/g, '').length === TOTP_LENGTH) target.form?.requestSubmit();
  }
  return (
    <TextField
      ref={input}
      label="Code from your app"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      // Room for the space that some apps show in the middle.
      maxLength={TOTP_LENGTH + 1}
      readOnly={isDisabled}
      className="figures text-xl tracking-widest"
      onChange={change}
    />
  );
}
