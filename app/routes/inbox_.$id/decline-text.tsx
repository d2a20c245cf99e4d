import { CopyButton } from '~/ui/copy-button';

export function DeclineText({ text, address }: { text: string; address: string | null }) {
  const body = encodeURIComponent(text.replaceAll('\n', '\r\n'));
  return (
    <div className="grid gap-2">
      <h2 id="decline-text">Text for the sender</h2>
      <p aria-labelledby="decline-text" className="text-text break-words whitespace-pre-wrap">
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy text" />
        {address && (
          <a href={`mailto:${encodeURIComponent(address)}?body=${body}`} className="btn">
            Write an email
          </a>
        )}
      </div>
    </div>
  );
}
