import { Fragment } from 'react';

const ADDRESS_PATTERN = /((?:https?:\/\/|www\.)\S+)/i;
const PART_PATTERN = /(?<=[./?&=_-])(?=[\p{L}\p{N}])/u;

/** Lets web addresses break between their parts, before a narrow column breaks them inside a word. */
export function BreakableText({ text }: { text: string }) {
  if (!ADDRESS_PATTERN.test(text)) return text;
  return text
    .split(ADDRESS_PATTERN)
    .map((piece, i) => (
      <Fragment key={i}>{i % 2 ? <AddressParts address={piece} /> : piece}</Fragment>
    ));
}

function AddressParts({ address }: { address: string }) {
  return address.split(PART_PATTERN).map((part, i) => (
    <Fragment key={i}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
