/**
 * Accepts printable ASCII, as addresses are copied: other scripts and their punctuation end a link.
 */
const URL_PATTERN = /https?:\/\/[!#-;=?-~]{1,2000}/gi;

/** Links http and https addresses; punctuation after an address stays text. */
export function LinkedText({ text }: { text: string }) {
  const pieces = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(URL_PATTERN)) {
    const address = trimPunctuation(match);
    if (!URL.canParse(address)) continue;
    pieces.push(
      text.slice(end, index),
      <a key={index} href={address} className="link" rel="noopener noreferrer" target="_blank">
        {address}
      </a>,
    );
    end = index + address.length;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}

const OPENING_BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

function trimPunctuation(address: string): string {
  const counts = new Map<string, number>();
  const getCount = (mark: string) => counts.get(mark) ?? 0;
  for (const mark of address) counts.set(mark, getCount(mark) + 1);
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1]!;
    const opening = OPENING_BRACKETS[last];
    const isUnopened = opening !== undefined && getCount(opening) < getCount(last);
    if (!isUnopened && !".,;:!?'".includes(last)) break;
    counts.set(last, getCount(last) - 1);
  }
  return address.slice(0, end);
}
