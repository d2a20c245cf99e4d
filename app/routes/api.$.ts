import { notFound } from '~/refusal';

export function loader() {
  throw notFound();
}

export function action() {
  throw notFound();
}
