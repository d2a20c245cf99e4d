import { notFound } from '~/refusal.server';

/** Any address that is none of ours. */
export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}

export default function Nothing() {
  return null;
}
