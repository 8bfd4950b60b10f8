/** Marks the row, once it is drawn, if the page's address names it after its `#`, and brings it into view. */
function show(row: HTMLElement | null): void {
  if (row === null || location.hash !== `#${encodeURIComponent(row.id)}`) return;
  row.setAttribute('aria-current', 'true');
  row.classList.add('bg-primary-soft');
  row.scrollIntoView({ block: 'center' });
}

/**
 * The attributes of a row that the address can name by this id, as the queue of decisions does. A row that is drawn with its page is
 * brought into view by the router, which finds it by its id after it has reset the scroll; one that loads later by itself.
 */
export const namedRow = (id: string) => ({ id, ref: show });
