const LARGEST_PAGE = 100;
const USUAL_PAGE = 25;

/** The size of a page: the requested one, from 1 to 100; 25 where that is not a number. Pure. */
export function readPageSize(limit: string | undefined): number {
  if (limit === undefined || !/^\d{1,3}$/.test(limit)) return USUAL_PAGE;
  return Math.min(Math.max(Number(limit), 1), LARGEST_PAGE);
}
