// An icon is Lucide's drawing of that name, with only what differs from one icon to the next. A name that Lucide does
// not have stops the build: it does not become an empty picture.
import { expect, test } from 'vitest';
import { shapesOf } from './icons.ts';

const tagsOf = (name: string): string[] => shapesOf(name).map(([tag]) => tag);

test('gives the shapes of an icon in their order, without what all icons have alike', () => {
  expect(shapesOf('check')).toEqual([['path', { d: expect.any(String) }]]);
  expect(shapesOf('lock')).toEqual([
    ['rect', { width: '18', height: '11', x: '3', y: '11', rx: '2', ry: '2' }],
    ['path', { d: expect.any(String) }],
  ]);
});

test('keeps what one shape has of its own: the hole of a key is filled', () => {
  expect(tagsOf('key-round')).toEqual(['path', 'circle']);
  expect(shapesOf('key-round')[1]?.[1]).toMatchObject({ fill: 'currentColor' });
});

test('knows an icon by a former name too', () => {
  expect(shapesOf('circle-help')).toEqual(shapesOf('circle-question-mark'));
});

test('refuses a name that Lucide does not have', () => {
  expect(() => shapesOf('chekc')).toThrow('Lucide has no icon chekc');
});
