import { qrPath } from '../../../ui/qr-path.ts';
import { element } from '../dom.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Where to meet a wallet: a code for the wallet of another device, and a link for one of this device. */
export function drawMeeting(uri: string, open: string): HTMLElement {
  const { path, side } = qrPath(uri);
  const code = document.createElementNS(SVG, 'svg');
  code.setAttribute('viewBox', `0 0 ${side} ${side}`);
  code.setAttribute('role', 'img');
  code.setAttribute('aria-label', 'WalletConnect');
  code.setAttribute('class', 'wallet-code');
  const dark = document.createElementNS(SVG, 'path');
  dark.setAttribute('d', path);
  code.append(dark);
  const link = element('a', { class: 'wallet-button wallet-button-primary', href: uri }, open);
  return element('div', { class: 'wallet-actions' }, code, link);
}
