// An icon is drawn in lines of the text's colour, 24 by 24, and is decoration, which screen readers leave out;
// its place says otherwise where it must.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Check } from './icons.ts';

test('draws an icon of the library as decoration', () => {
  expect(renderToStaticMarkup(<Check />)).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="[^"]+"><\/path><\/svg>$/,
  );
});

test('takes a class and a width of the lines from its place', () => {
  const markup = renderToStaticMarkup(<Check className="size-4" strokeWidth={3} />);
  expect(markup).toContain('class="size-4"');
  expect(markup).toContain('stroke-width="3"');
  expect(markup).not.toContain('stroke-width="2"');
});
