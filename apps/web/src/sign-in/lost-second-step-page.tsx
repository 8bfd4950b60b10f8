import { dateTimeText, type FactorReset, type SignInView, STATEMENT_LENGTH } from '@kobogate/contract';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { classes } from '../ui/classes.ts';
import { Notice } from '../ui/notice.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { DrawnForm, DrawnFrame, leftWith, SubmitButton, TextLink, WholeProblem } from './drawn-frame.tsx';

/** The way back in for who has lost the second step: asks for its removal, says how that stands, or stops it by a mail's link. */
export function LostSecondStepPage({ view }: { view: SignInView }) {
  if (view.hasToken) return <StopPage view={view} />;
  const open = view.lost?.open ?? null;
  if (open !== null) return <OpenPage view={view} open={open} />;
  if (view.lost !== null) return <AskPage view={view} lost={view.lost} />;
  return (
    <DrawnFrame
      view={view}
      title="Lost your second step?"
      detail="Log in first. Where we ask for the second step there is a button for people who have lost it."
    >
      <div className="grid gap-5">
        <WholeProblem problems={view.problems} />
        <ButtonAnchor href="/login" size="large">
          Log in
        </ButtonAnchor>
      </div>
    </DrawnFrame>
  );
}

function AskPage({ view, lost }: { view: SignInView; lost: NonNullable<SignInView['lost']> }) {
  return (
    <DrawnFrame
      view={view}
      title="Lost your second step?"
      detail="We can remove your authenticator app, your passkeys and your recovery codes, so that you log in without them."
      below={
        <>
          Found one of them? <TextLink href="/login">Log in</TextLink>
        </>
      }
    >
      <DrawnForm
        name="lost-second-step"
        problems={view.problems}
        above={
          <>
            {lost.refused !== null && (
              <Notice tone="warning" title={`Your last request was refused on ${dateTimeText(lost.refused.at)}.`}>
                <p className="wrap-anywhere">
                  Reason: <bdi>{lost.refused.reason}</bdi>
                </p>
              </Notice>
            )}
            <ol className={classes('grid list-decimal gap-2 pl-5 text-ink-soft', lost.refused === null && '-mt-5')}>
              <li>You tell us what happened. A mail goes to your address, by which you can stop it.</li>
              <li>Two people of our team review it, and may write to you.</li>
              <li>After some days your second step is removed and every device is signed out.</li>
            </ol>
          </>
        }
      >
        <input type="hidden" name="challenge" value={lost.challenge} />
        <TextArea
          {...leftWith(view, 'statement')}
          label="What happened?"
          hint="For example when you lost your phone, and something about this account that only you know: your last conversion, or the bank that it was paid to. Never a password or a code."
          rows={5}
          maxLength={STATEMENT_LENGTH}
          required
        />
        <SubmitButton pendingLabel="Sending...">Ask for it</SubmitButton>
      </DrawnForm>
    </DrawnFrame>
  );
}

function OpenPage({ view, open: { askedAt, dueAt, isGranted } }: { view: SignInView; open: FactorReset }) {
  return (
    <DrawnFrame
      view={view}
      title="We have your request"
      detail={`You asked on ${dateTimeText(askedAt)} for your second step to be removed.`}
      below={
        <>
          Found your app, a passkey or a code? <TextLink href="/login">Log in</TextLink>
        </>
      }
    >
      <div className="grid gap-5">
        <Notice tone="brand" title={isGranted ? 'It is granted.' : 'Two people of our team review it.'}>
          <p>
            {isGranted
              ? `From ${dateTimeText(dueAt)} on you log in without a second step.`
              : `If they grant it, you log in without a second step from ${dateTimeText(dueAt)} on at the earliest. We tell you by mail how they decide.`}
          </p>
        </Notice>
        <p className="text-ink-soft">
          Nothing changes until then: payments still arrive, and nothing is lost. The mail about this request has a link
          that stops it.
        </p>
      </div>
    </DrawnFrame>
  );
}

function StopPage({ view }: { view: SignInView }) {
  return (
    <DrawnFrame
      view={view}
      title="Stop this request?"
      detail="Somebody who passed your first step says that your second step is lost, and asked us to remove it."
    >
      <DrawnForm name="stop-reset" problems={view.problems}>
        <p className="text-ink-soft">
          Once it is stopped nothing about your account changes. If it was not you who asked, choose a new password
          then.
        </p>
        <SubmitButton pendingLabel="Stopping...">Stop it</SubmitButton>
      </DrawnForm>
    </DrawnFrame>
  );
}
