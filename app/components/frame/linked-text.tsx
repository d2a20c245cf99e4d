/** Printable ASCII, as addresses are copied: other scripts and their punctuation end a link. */
const ADDRESS = /https?:\/\/[!#-;=?-~]{1,2000}/gi;

/** A text whose http and https addresses are links; punctuation after an address stays text. */
export function LinkedText({ text }: { text: string }) {
  const pieces = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
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

const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** Keeps a closing bracket that the address itself has opened. */
function withoutPunctuation(found: string): string {
  let address = found;
  for (;;) {
    const last = address.at(-1) ?? '';
    const opening = OPENING[last];
    const isUnopened = opening && address.split(opening).length < address.split(last).length;
    if (!isUnopened && !".,;:!?'".includes(last)) return address;
    address = address.slice(0, -1);
  }
}
