import { useNavigation } from 'react-router';

/** A line along the top edge while the next page's code loads. */
export function RouteProgress() {
  const navigation = useNavigation();
  if (navigation.state === 'idle') return null;
  return (
    <progress
      aria-label="Opening the page"
      className="fixed inset-x-0 top-0 z-50 h-1 w-full animate-pulse appearance-none bg-copper"
    />
  );
}
