import { createHash } from 'node:crypto';
import type { AccountSession } from '@kobogate/contract';
import { addressKey } from '../../platform/throttle.ts';

/** Where a call comes from. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** The device secret of a browser, where it sent one. */
  readonly device?: string | undefined;
}

/**
 * A browser, or a network address where the caller sends no device secret: codes are bound to it, and limits count by
 * it.
 */
export interface Place {
  /** SHA-256, so that the stored value does not reveal the secret. */
  readonly key: Buffer;
  readonly isDevice: boolean;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The place of a visitor. Pure. */
export function placeOf({ address, device }: Pick<Visitor, 'address' | 'device'>): Place {
  return device === undefined
    ? { key: sha256(`address ${addressKey(address)}`), isDevice: false }
    : { key: sha256(`device ${device}`), isDevice: true };
}

/** How a device is recognised: by its secret, else by its User-Agent, which shows only its kind. Pure. */
export const deviceKey = (visitor: Visitor): Buffer =>
  visitor.device === undefined ? sha256(`kind ${describeDevice(visitor.userAgent).device}`) : placeOf(visitor).key;

export type Device = Pick<AccountSession, 'device' | 'kind'>;

// In this order: Edge, Opera and Samsung's browser also contain Chrome, and Chrome contains Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

// In this order: Android also contains Linux, and an iPhone says that it is like Mac OS X.
const SYSTEMS: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'an Android tablet', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMacintosh\b|\bMac OS X\b/, 'Mac', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
];

/**
 * A browser and its device as text, from the User-Agent: `Chrome on Android`. Unknown ones are called unknown. The
 * forms are those of MDN's page on the User-Agent header. Pure.
 */
export function describeDevice(userAgent: string): Device {
  const browser = BROWSERS.find(([form]) => form.test(userAgent))?.[1];
  const system = SYSTEMS.find(([form]) => form.test(userAgent));
  if (system === undefined) return { device: browser ?? 'Unknown device', kind: 'other' };
  return { device: `${browser ?? 'A program'} on ${system[1]}`, kind: system[2] };
}

/** A network address without the part that identifies a subscriber: `203.0.113.x`, `2001:db8:85a3:x`. Pure. */
export function maskAddress(address: string): string {
  const key = addressKey(address);
  if (key.endsWith('::/64')) return `${key.split(':').slice(0, 3).join(':')}:x`;
  return /^\d+\.\d+\.\d+\.\d+$/.test(key) ? key.replace(/\d+$/, 'x') : '';
}
