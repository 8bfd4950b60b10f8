/**
 * Whether a parsed JSON value has the form of a sample: texts, booleans and lists where the sample has them. Where the
 * sample has null any value is accepted, and so are the items of a list that is empty there. Pure.
 */
export function isLike<Value>(given: unknown, sample: Value): given is Value {
  if (sample === null) return given !== undefined;
  if (Array.isArray(sample)) {
    const [first] = sample;
    return Array.isArray(given) && (first === undefined || given.every((each) => isLike(each, first)));
  }
  if (!isRecord(sample)) return typeof given === typeof sample;
  return isRecord(given) && Object.entries(sample).every(([name, part]) => isLike(given[name], part));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
