import { endpoints, type SecondFactor, type SecondStep, TEXTS, TOTP_LENGTH } from '@kobogate/contract';
import { startAuthentication } from '@simplewebauthn/browser';
import { useState, type FormEvent } from 'react';
import { CallError, callOrThrow } from '../lib/client.ts';
import { useSession } from '../lib/session-context.ts';
import { usePending } from '../lib/use-pending.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { passkeyProblem } from '../lib/passkey-words.ts';
import { AuthFrame } from './auth-frame.tsx';
import { formValues } from '../lib/form-values.ts';
import { SecondStepCode } from './second-step-code.tsx';

const DETAILS: Readonly<Record<SecondFactor, string>> = {
  totp: `Type the ${TOTP_LENGTH}-digit code that your authenticator app shows.`,
  passkey: 'Use the passkey that you added: your browser asks for it.',
  recovery: 'Type one of the recovery codes that you kept. Each one works once.',
};
const SWITCHES: Readonly<Record<SecondFactor, string>> = {
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
};

/** What a call ended with, where the session has wrapped it in an error of its own. */
const statusOf = (failure: unknown): number | null => {
  const cause = failure instanceof Error && failure.cause !== undefined ? failure.cause : failure;
  return cause instanceof CallError ? cause.status : null;
};

/**
 * The second step of a login. `onDone` hears of its success; `onStartAgain` of the wish to go back, or of why the
 * password must be typed again.
 */
export default function SecondStepForm({
  step: { challenge, methods },
  onDone,
  onStartAgain,
}: {
  step: SecondStep;
  onDone: (message: string, isAdmin: boolean) => Promise<void>;
  onStartAgain: (why: string | null) => void;
}) {
  const { finishLogin } = useSession();
  const { isPending, run } = usePending();
  const [method, setMethod] = useState<SecondFactor>(methods[0] ?? 'recovery');
  const [problem, setProblem] = useState<string | null>(null);
  // An app's code that was refused is good no more: its field starts anew, at hand for the next one.
  const [refusedCodes, setRefusedCodes] = useState(0);

  async function finish(input: Omit<Parameters<typeof finishLogin>[0], 'challenge' | 'method'>): Promise<void> {
    const { message, data } = await finishLogin({ challenge, method, ...input });
    await onDone(message, data.isAdmin);
  }

  async function withPasskey(): Promise<void> {
    const { data: optionsJSON } = await callOrThrow(endpoints.twoFactor.secondStepPasskey, { body: { challenge } });
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
    await finish({ assertion: { id, rawId, type, response } });
  }

  async function tryOut(task: () => Promise<void>): Promise<void> {
    setProblem(null);
    try {
      await task();
    } catch (failure) {
      const words = wordsFor(failure);
      const status = statusOf(failure);
      if (status === 401) return onStartAgain(words);
      setProblem(words);
      if (status === 422 && method === 'totp') setRefusedCodes((before) => before + 1);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { code } = formValues(event.currentTarget, ['code']);
    if (method !== 'passkey' && code.trim() === '') return setProblem(TEXTS.fillRequired);
    void run(() => tryOut(method === 'passkey' ? withPasskey : () => finish({ code })));
  }

  function choose(next: SecondFactor): void {
    setProblem(null);
    setMethod(next);
  }

  return (
    <AuthFrame title="One more step" detail={DETAILS[method]}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        {problem !== null && (
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        )}
        {method !== 'passkey' && (
          <SecondStepCode key={`${method} ${refusedCodes}`} method={method} isDisabled={isPending} />
        )}
        <Button type="submit" size="large" pending={isPending} pendingLabel={TEXTS.loggingIn}>
          {method === 'passkey' ? SWITCHES.passkey : 'Login'}
        </Button>
      </form>
      <div className="mt-6 grid gap-3 border-t border-hairline pt-6">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="secondary" disabled={isPending} onClick={() => choose(other)}>
              {SWITCHES[other]}
            </Button>
          ))}
        <Button variant="quiet" disabled={isPending} onClick={() => onStartAgain(null)}>
          Back to login
        </Button>
      </div>
    </AuthFrame>
  );
}

function wordsFor(failure: unknown): string {
  const isOurs = failure instanceof Error && failure.cause instanceof CallError;
  return isOurs ? failure.message : passkeyProblem(failure, TEXTS.loginScreenFailed);
}
