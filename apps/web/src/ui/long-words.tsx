import { Fragment } from 'react';

/** What comes before a long word, and the word: as short as `0x44d37c18…dcb4e45a`, or as long as it likes. */
const LONG = /(.*?)(\S{24,}|\S{1,12}…\S{1,12})/gs;

/** A text with references in it: one that is cut stays in one piece, and a whole one fills its lines. */
export function LongWords({ text }: { text: string }) {
  return (
    <>
      {[...text.matchAll(LONG)].map(({ index, 1: before, 2: word = '' }) => (
        <Fragment key={index}>
          {before}
          <span className={word.length < 24 ? 'whitespace-nowrap' : 'break-all'}>{word}</span>
        </Fragment>
      ))}
      {text.replaceAll(LONG, '')}
    </>
  );
}
