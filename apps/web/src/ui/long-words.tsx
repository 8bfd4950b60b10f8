import { Fragment } from 'react';

/** The text before a long word, and the word: shortened such as `0x44d37c18…dcb4e45a`, or whole. */
const LONG = /(.*?)(\S{24,}|\S{1,12}…\S{1,12})/gs;

/** A text with references in it: a shortened one does not break, and a whole one breaks anywhere. */
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
