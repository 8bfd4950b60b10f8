const PATIENCE_MS = 20_000;
/** From here on the server says that it could not draw the page; below it says how things stand. */
const SERVER_FAILED = 500;

/**
 * Asks the server for a page of ours and answers it as a document in which nothing runs. Not as text: a page with our
 * content security policy makes no markup of text. Fails where no such answer comes in time.
 */
export function loadPage(address: string): Promise<Document> {
  return new Promise((resolve, fail) => {
    const request = new XMLHttpRequest();
    const url = new URL(address, location.href);
    url.searchParams.set('part', 'main');
    request.open('GET', url);
    request.responseType = 'document';
    request.timeout = PATIENCE_MS;
    request.addEventListener('load', () => {
      const page = request.response;
      if (request.status < SERVER_FAILED && page instanceof Document && page.getElementById('content') !== null)
        resolve(page);
      else fail(new Error(`the page answered ${request.status}`));
    });
    for (const event of ['error', 'timeout']) {
      request.addEventListener(event, () => fail(new Error('the page gave no answer')));
    }
    request.send();
  });
}
