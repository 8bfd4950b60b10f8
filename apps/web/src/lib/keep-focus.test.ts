// Guarantee: when a focused control disappears, the nearest place that is still there gets the focus: around the
// control, or, where a dialog went with it, around the control that opened the dialog. A focus that was moved elsewhere
// stays.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

const nextFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const find = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`there is no ${id}`);
  return found;
};
/** As a browser does it: a removed element has no focus. */
function remove(id: string): void {
  find(id).blur();
  find(id).remove();
}
const focused = (): string | undefined => document.activeElement?.id;
let stop: () => void;

beforeEach(() => {
  document.body.innerHTML = `
    <main id="page"><section id="part" aria-label="Part"><table id="orders"><tbody>
      <tr id="first"><td><button id="approve">Approve</button><button id="decline">Decline</button></td></tr>
    </tbody></table><button id="outside">Outside</button></section></main>
    <div role="dialog" id="dialog"><section><button id="cancel">Cancel</button><button id="confirm">Confirm</button></section></div>`;
  stop = keepFocus();
});
afterEach(() => stop());

describe('the focused control is gone', () => {
  it('moves the focus to its row', async () => {
    find('approve').focus();
    remove('approve');
    await nextFrames();
    expect(focused()).toBe('first');
  });

  it('moves it to the table where the row is gone too', async () => {
    find('approve').focus();
    find('approve').blur();
    find('first').remove();
    await nextFrames();
    expect(focused()).toBe('orders');
  });

  it('moves it to the row of the gone dialog’s opener, whose button is gone too', async () => {
    find('decline').focus();
    // However often something in the dialog had it.
    for (let count = 0; count < 10; count += 1) {
      find('cancel').focus();
      find('confirm').focus();
    }
    find('decline').remove();
    find('confirm').blur();
    remove('dialog');
    await nextFrames();
    expect(focused()).toBe('first');
  });

  it('leaves it where the user has moved it since', async () => {
    find('approve').focus();
    remove('approve');
    find('outside').focus();
    await nextFrames();
    expect(focused()).toBe('outside');
  });

  it('takes the place out of the order of Tab again once it is left', async () => {
    find('approve').focus();
    remove('approve');
    await nextFrames();
    find('outside').focus();
    expect(find('first').hasAttribute('tabindex')).toBe(false);
  });
});

it('leaves the focus alone where another element disappears', async () => {
  find('approve').focus();
  find('approve').blur();
  find('outside').remove();
  await nextFrames();
  expect(document.activeElement).toBe(document.body);
});
