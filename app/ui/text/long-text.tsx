import { truncate } from '~/domain/text/text';

const MAX_INLINE_CHARACTERS = 160;

export function Text({ text }: { text: string }) {
  if (!text) return <span className="muted">empty</span>;
  return <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
}

export const isLongText = (text: string) => text.length > MAX_INLINE_CHARACTERS;

export function LongText({ text }: { text: string }) {
  if (!isLongText(text)) return <Text text={text} />;
  return (
    <details className="inline-block max-w-full align-top">
      <summary>{truncate(text, MAX_INLINE_CHARACTERS)}…</summary>
      <Text text={text} />
    </details>
  );
}
