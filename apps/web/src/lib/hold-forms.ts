/**
 * Holds back a form that is sent before the script is there that sends it, the last one where there are several; what is
 * answered lets it go, to that script, or as without scripts where there is none.
 */
export function holdForms(): () => void {
  let sent: (() => void) | null = null;
  const keep = (event: SubmitEvent): void => {
    event.preventDefault();
    const { target: form, submitter } = event;
    sent = () => form instanceof HTMLFormElement && form.requestSubmit(submitter);
  };
  addEventListener('submit', keep);
  return () => {
    removeEventListener('submit', keep);
    sent?.();
  };
}
