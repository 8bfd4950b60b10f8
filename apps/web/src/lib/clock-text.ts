const two = (value: number): string => String(value).padStart(2, '0');

/** Seconds left as `m:ss`, or `h:mm:ss` from an hour up; never below zero. Pure. */
export function clockText(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor((left % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}
