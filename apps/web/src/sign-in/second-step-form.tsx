import {
  type FormProblems,
  type SecondFactor,
  SECOND_FACTORS,
  type SignInView,
  TEXTS,
  TOTP_LENGTH,
} from '@kobogate/contract';
import { buttonStyle } from '../ui/button-style.ts';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DrawnForm, SubmitButton } from './drawn-frame.tsx';

export const SECOND_STEP_TITLE = 'One more step';

const DETAILS: Readonly<Record<SecondFactor, string>> = {
  totp: `Type the ${TOTP_LENGTH}-digit code that your authenticator app shows.`,
  passkey: 'Use the passkey that you added: your browser asks for it.',
  recovery: 'Type one of the recovery codes that you saved. Each one works once.',
};
const SWITCHES: Readonly<Record<SecondFactor, string>> = {
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

/**
 * The second step of a login. The parts of each method are marked `data-for`, and hidden while another
 * one is chosen: nothing else differs between them, here and in the page's script.
 */
export function SecondStepForm({
  step: { challenge, methods, method },
  problems,
}: {
  step: NonNullable<SignInView['secondStep']>;
  problems: FormProblems | null;
}) {
  const isChosen = (way: SecondFactor) => ({ 'data-for': way, hidden: way !== method });
  return (
    <DrawnForm
      name="second-step"
      problems={problems}
      above={SECOND_FACTORS.map((way) => (
        <p key={way} {...isChosen(way)} className="-mt-5 text-ink-soft">
          {DETAILS[way]}
        </p>
      ))}
    >
      <input type="hidden" name="challenge" value={challenge} />
      <input type="hidden" name="methods" value={methods.join(' ')} />
      <input type="hidden" name="method" value={method} />
      <div {...isChosen('totp')}>
        <TextField
          label="Code from your app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // As long as the server takes it: a pasted code has blanks in the middle and around it, and must keep its digits.
          maxLength={40}
          disabled={method !== 'totp'}
          className="figures text-xl tracking-widest"
        />
      </div>
      <div {...isChosen('recovery')}>
        <TextField
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck="false"
          maxLength={40}
          disabled={method !== 'recovery'}
          className="font-mono"
        />
      </div>
      <div {...isChosen('passkey')}>
        <noscript>
          <Notice tone="warning" title="A passkey needs JavaScript">
            It is off in this browser, or it could not be loaded. Please switch it on, or use another way.
          </Notice>
        </noscript>
      </div>
      {SECOND_FACTORS.map((way) => (
        <div key={way} {...isChosen(way)} className="grid">
          <SubmitButton pendingLabel={TEXTS.loggingIn}>{way === 'passkey' ? SWITCHES.passkey : 'Login'}</SubmitButton>
        </div>
      ))}
      <div className="mt-1 grid gap-3 border-t border-hairline pt-6">
        {SECOND_FACTORS.map((way) => (
          <button
            key={way}
            type="submit"
            name="choose"
            value={way}
            hidden={way === method || !methods.includes(way)}
            className={buttonStyle('secondary')}
          >
            {SWITCHES[way]}
          </button>
        ))}
        <button type="submit" name="back" value="1" className={buttonStyle('quiet')}>
          Back to login
        </button>
        <button type="submit" formAction="/lost-second-step" className={buttonStyle('quiet')}>
          I have none of these any more
        </button>
      </div>
    </DrawnForm>
  );
}
