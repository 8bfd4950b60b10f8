import { passwordButton } from '../ui/password-button.ts';

/** Makes the button beside each password show and hide what is typed. */
export function runPasswordFields(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-shown]')) {
    const input = document.getElementById(button.getAttribute('aria-controls') ?? '');
    if (!(input instanceof HTMLInputElement)) continue;
    button.addEventListener('click', () => {
      const isShown = input.type === 'password';
      input.type = isShown ? 'text' : 'password';
      for (const [name, value] of Object.entries(passwordButton(isShown))) button.setAttribute(name, String(value));
    });
  }
}
