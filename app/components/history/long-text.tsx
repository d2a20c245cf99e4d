import { truncated } from '~/models/text';

/** Longer texts are collapsed, in characters. */
const LONG = 160;

export function Text({ text }: { text: string }) {
  if (!text) return <span className="muted">empty</span>;
  return <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
}

export const isLong = (text: string) => text.length > LONG;

/** Collapsed if it is long. */
export function LongText({ text }: { text: string }) {
  if (!isLong(text)) return <Text text={text} />;
  return (
    <details className="inline-block max-w-full align-top">
      <summary>{truncated(text, LONG)}…</summary>
      <Text text={text} />
    </details>
  );
}
