import type { AccountSession } from '@kobogate/contract';
import { addressKey } from '../../platform/throttle.ts';

export type Device = Pick<AccountSession, 'device' | 'kind'>;

// In this order: Edge, Opera and Samsung's call themselves Chrome too, and Chrome calls itself Safari.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

// In this order: Android calls itself Linux too, and an iPhone says that it is like Mac OS X.
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
 * A browser and its device in words, from how it describes itself: `Chrome on Android`. What is not recognised is said
 * to be so. The forms are those of MDN's page on the User-Agent header. Pure.
 */
export function describeDevice(userAgent: string): Device {
  const browser = BROWSERS.find(([form]) => form.test(userAgent))?.[1];
  const system = SYSTEMS.find(([form]) => form.test(userAgent));
  if (system === undefined) return { device: browser ?? 'Unknown device', kind: 'other' };
  return { device: `${browser ?? 'A program'} on ${system[1]}`, kind: system[2] };
}

/** A network address without the part that tells neighbours apart: `203.0.113.x`, `2001:db8:85a3:x`. Pure. */
export function maskAddress(address: string): string {
  const key = addressKey(address);
  if (key.endsWith('::/64')) return `${key.split(':').slice(0, 3).join(':')}:x`;
  return /^\d+\.\d+\.\d+\.\d+$/.test(key) ? key.replace(/\d+$/, 'x') : '';
}
