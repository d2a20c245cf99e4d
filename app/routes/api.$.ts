import { notFound } from '~/errors';

export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}
