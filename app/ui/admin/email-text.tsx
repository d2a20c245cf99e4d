import type { Mail } from '~/domain/mail/compose.server';
import { CopyButton } from '~/ui/copy-button';

export function EmailText({ letter }: { letter: Mail }) {
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
