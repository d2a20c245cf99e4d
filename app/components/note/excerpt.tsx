import type { Excerpt } from '~/models/note/excerpt';

/** The part of a note around what was found, which is marked. */
export function NoteExcerpt({ excerpt: { before, hit, after } }: { excerpt: Excerpt }) {
  return (
    <span className="break-words">
      {before}
      {hit && <mark>{hit}</mark>}
      {after}
    </span>
  );
}
