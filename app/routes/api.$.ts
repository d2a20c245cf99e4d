import { notFound } from '~/web/request.server';

export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}
