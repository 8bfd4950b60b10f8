/** The first stop of the keyboard: skips the navigation to the element with the id `content`. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-card bg-primary px-4 py-3 font-semibold text-on-primary focus:translate-y-0"
    >
      Skip to content
    </a>
  );
}
