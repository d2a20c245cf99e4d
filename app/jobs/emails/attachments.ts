import type { Attachment, Email } from 'postal-mime';
import { formatCount } from '~/domain/text/text';

/** Images up to this size decorate a signature, and nobody misses them. */
const MAX_LOGO_BYTES = 20 * 1024;

/** Parts that mail programs add and nobody sends. */
const TECHNICAL_TYPES = [
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'application/pgp-signature',
  'message/delivery-status',
];

/** Lists images that the HTML shows, or that are sent as a part of it. */
export function listInlineImages({ html = '', attachments }: Email): Set<Attachment> {
  const shownIds = new Set(
    Array.from(html.matchAll(/\bcid:([^\s"'<>)]+)/gi), ([, id]) => decodeAddress(id!)),
  );
  // Mail programs mark images as inline that no text shows.
  const isShown = ({ related, contentId = '' }: Attachment) =>
    related || shownIds.has(contentId.replace(/^<|>$/g, ''));
  return new Set(attachments.filter((part) => part.mimeType.startsWith('image/') && isShown(part)));
}

export function describeLeftOutImages(images: Set<Attachment>): string {
  const isLogo = ({ content }: Attachment) => (content as ArrayBuffer).byteLength <= MAX_LOGO_BYTES;
  const count = Array.from(images).filter((image) => !isLogo(image)).length;
  if (!count) return '';
  return `\n\n[${formatCount(count, 'image')} in the text ${count === 1 ? 'was' : 'were'} left out.]`;
}

/** Returns a check for parts that become files. */
export function createFileCheck({ attachments }: Email) {
  const hasNamedInvitation = attachments.some(
    ({ filename, mimeType }) => filename !== null && isInvitation(mimeType),
  );
  return ({ filename, mimeType }: Attachment): boolean => {
    // Many calendar programs send the same invitation again as a file.
    const isRepeated = hasNamedInvitation && filename === null && isInvitation(mimeType);
    return !isRepeated && !TECHNICAL_TYPES.includes(mimeType);
  };
}

export function isInvitation(mimeType: string): boolean {
  return mimeType === 'text/calendar' || mimeType === 'application/ics';
}

function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
