import { notFound } from '~/http.server';

export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}
