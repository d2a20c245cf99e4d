import type { Mail } from '~/domain/mail/compose.server';
import { CopyButton } from '~/ui/copy-button';

export function EmailText({ mail }: { mail: Mail }) {
  const [link] = /https?:\S+/.exec(mail.text) ?? [];
  return (
    <figure role="group" aria-label={`Text for ${mail.to}`} className="grid gap-2">
      <figcaption className="hint">
        To {mail.to}: {mail.subject}
      </figcaption>
      <pre className="letter">{mail.text}</pre>
      <p className="flex flex-wrap gap-2">
        <CopyButton text={mail.text} label="Copy text" />
        {link && <CopyButton text={link} label="Copy link" />}
      </p>
    </figure>
  );
}
