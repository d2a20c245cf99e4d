import type { Mail } from '~/models/mail/letters';

/** The text of an email for staff to pass on when no mail server is configured. */
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
