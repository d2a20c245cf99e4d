import type { Mail } from '~/models/mail/mail.server';
import { CopyButton } from '~/components/frame/copy-button';

/** The text of an email for staff to pass on when no mail server is configured. */
export function LetterText({ letter }: { letter: Mail }) {
  const [link] = /https?:\S+/.exec(letter.text) ?? [];
  return (
    <figure role="group" aria-label={`Text for ${letter.to}`} className="grid gap-2">
      <figcaption className="hint">
        To {letter.to}: {letter.subject}
      </figcaption>
      <pre className="letter">{letter.text}</pre>
      <p className="flex flex-wrap gap-2">
        <CopyButton text={letter.text} label="Copy text" />
        {link && <CopyButton text={link} label="Copy link" />}
      </p>
    </figure>
  );
}
