// A statement's files over HTTP: the CSV comes as a file although it is sent as it is read, and who can't have it reads why.
import { startTestProduct, type TestPerson, type TestProduct } from '@kobogate/testkit/server/product.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let product: TestProduct;
let person: TestPerson;
beforeAll(async () => {
  product = await startTestProduct();
  person = await product.signUp();
});
afterAll(() => product.close());

const take = (path: string, method = 'GET') =>
  product.send({ method, path: `/api${path}`, headers: { authorization: `Bearer ${person.token}` } });

test('the CSV is a whole file, also where two are asked for one after the other, and to a head alone nothing is left open', async () => {
  const texts: string[] = [];
  for (const method of ['GET', 'HEAD', 'GET']) {
    const { status, text, headers } = await take('/statements/file.csv?month=2026-05', method);
    expect([method, status]).toEqual([method, 200]);
    expect(headers).toMatchObject({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment' });
    texts.push(text);
  }
  const heading = expect.stringMatching(/^Time \(Africa\/Lagos\),What,Coin,.*,Order\r\n$/);
  expect(texts).toEqual([heading, '', heading]);
});

test('a month that is none is refused in words, for the file as for the page', async () => {
  for (const path of ['/statements/file.csv', '/statements/file.xlsx', '/statements']) {
    const { status, text } = await take(`${path}?month=2026-13`);
    expect([path, status]).toEqual([path, 422]);
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringContaining('such as 2026-11') });
  }
});
