// Users recognise their devices by a short text, and the User-Agent never contributes more than text.
import { expect, test } from 'vitest';
import { describeDevice, maskAddress } from './device.ts';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36`,
    'Chrome on Windows',
    'computer',
  ],
  [`${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0`, 'Edge on Windows', 'computer'],
  [`${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/131.0.0.0 Safari/537.36 OPR/115.0`, 'Opera on Windows', 'computer'],
  [
    `${MOZILLA} (Linux; Android 14; SM-A155F) ${WEBKIT} Chrome/131.0 Mobile Safari/537.36`,
    'Chrome on Android',
    'phone',
  ],
  [
    `${MOZILLA} (Linux; Android 14) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
    'phone',
  ],
  [
    `${MOZILLA} (Linux; Android 13; SM-X200) ${WEBKIT} Chrome/131.0 Safari/537.36`,
    'Chrome on an Android tablet',
    'tablet',
  ],
  [`${MOZILLA} (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0`, 'Firefox on Android', 'phone'],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} Version/18.1 Mobile/15E Safari/604.1`,
    'Safari on iPhone',
    'phone',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${WEBKIT} CriOS/131.0 Mobile/15E Safari/604.1`,
    'Chrome on iPhone',
    'phone',
  ],
  [
    `${MOZILLA} (iPad; CPU OS 17_0 like Mac OS X) ${WEBKIT} FxiOS/133.0 Mobile/15E Safari/604.1`,
    'Firefox on iPad',
    'tablet',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.1 Safari/605.1.15`,
    'Safari on Mac',
    'computer',
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0`, 'Firefox on Linux', 'computer'],
  [`${MOZILLA} (X11; CrOS x86_64 14541.0.0) ${WEBKIT} Chrome/131.0 Safari/537.36`, 'Chrome on ChromeOS', 'computer'],
  ['a-program/1.0 (Linux)', 'A program on Linux', 'computer'],
  ['', 'Unknown device', 'other'],
  ['<script>alert(1)</script> Windowsill', 'Unknown device', 'other'],
])('%s', (userAgent, device, kind) => {
  expect(describeDevice(userAgent)).toEqual({ device, kind });
});

test.each([
  ['203.0.113.9', '203.0.113.x'],
  ['::ffff:203.0.113.9', '203.0.113.x'],
  ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:x'],
  ['::1', '0:0:0:x'],
  ['', ''],
  ['a socket', ''],
])('the address %s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});
