import { notFound } from '~/refusal.server';

export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}

export default function NotFoundPage() {
  return null;
}
