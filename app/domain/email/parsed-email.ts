import type { NewAttachment } from '~/domain/attachment/add.server';

export interface Mailbox {
  /** Empty if the email has none. */
  name: string;
  address: string;
  /** Set for recipients of a copy (Cc). */
  isCopy?: true;
}

export interface ParsedEmail {
  /** The Message-ID without brackets, or the SHA-256 of the bytes if there is none. */
  messageId: string;
  /** Message-IDs of In-Reply-To and References, newest first. */
  answeredIds: string[];
  from: Mailbox | null;
  /** The address for answers (Reply-To); null if it is the sender's. The text names it, too. */
  replyTo: Mailbox | null;
  to: Mailbox[];
  forwardedFrom: Mailbox | null;
  subject: string | null;
  sentAt: Date | null;
  text: string;
  quotedText: string;
  /** Attachments, stored as temporary files. Images within a text are left out. */
  files: NewAttachment[];
}

export interface ParseEmailJob {
  path: string;
  sha256: string;
  /** Divides the text into what is new and what is quoted or forwarded. */
  splitsText: boolean;
  /** Writes HTML as text; otherwise an email without plain text keeps its HTML as a file. */
  convertsHtml: boolean;
}

/** Parses an email in a child process. Sends nothing before its result. */
export type ParseEmail = (
  job: ParseEmailJob,
  send: (part: never) => Promise<void>,
) => Promise<ParsedEmail | { problem: string }>;
