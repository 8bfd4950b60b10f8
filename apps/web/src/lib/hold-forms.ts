/**
 * Holds back a form that is submitted before its script has loaded, the last one where there are several. The returned
 * function submits it: through that script, or without scripts where it failed to load.
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
