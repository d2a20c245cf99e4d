import { notFound } from '~/refusal.server';

/** Any unknown address. */
export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}

export default function NotFoundPage() {
  return null;
}
