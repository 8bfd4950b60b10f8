// Guarantee: every picture is on the page, beside the other forms of its screen.
import { expect, it } from 'vitest';
import { contactSheet } from './contact-sheet.mjs';

it('shows each screen once, with the forms that there are, below its area', () => {
  const html = contactSheet([
    'public/about-390-light.png',
    'admin/orders-1440-dark.png',
    'admin/orders-390-light.png',
    'admin/orders-detail-390-light.png',
  ]);
  expect(html.match(/<h2 id="\w+">/g)).toEqual(['<h2 id="admin">', '<h2 id="public">']);
  expect(html.match(/<h3>[^<]+/g)).toEqual(['<h3>admin/orders', '<h3>admin/orders-detail', '<h3>public/about']);
  expect(html.match(/src="[^"]+"/g)).toEqual([
    'src="admin/orders-390-light.png"',
    'src="admin/orders-1440-dark.png"',
    'src="admin/orders-detail-390-light.png"',
    'src="public/about-390-light.png"',
  ]);
});
