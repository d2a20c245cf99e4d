import type { Mail } from '~/models/mail/letters';

/** A mail that nobody sends, for its reader to pass on. */
export function LetterText({ letter }: { letter: Mail }) {
  return (
    <figure role="group" aria-label={`Text for ${letter.to}`} className="grid gap-1">
      <figcaption className="hint">
        To {letter.to}: {letter.subject}
      </figcaption>
      <pre className="letter">{letter.text}</pre>
    </figure>
  );
}
