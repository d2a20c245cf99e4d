import { useSearchParams } from '@remix-run/react';

/** Adds the key of the saved submission, so that saving the form deletes the submission. */
export function useSavedSubmissionAddress(address: string): string {
  const [params] = useSearchParams();
  const key = params.get('late');
  if (!key) return address;
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  searchParams.set('late', key);
  return `${pathname}?${searchParams}`;
}
