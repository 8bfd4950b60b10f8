const PATIENCE_MS = 20_000;
/** From this status on the server could not draw the page; below it the answer is a page. */
const SERVER_FAILED = 500;

/**
 * Fetches one of our pages and answers it as a document in which no script runs. Not as text: our content security
 * policy does not let a page parse text as markup. Fails where no such answer comes in time.
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
