import type { ImportCell, ImportSheet, SkippedSheet, TextLayout } from '#db/schema';
import type { OptionWithUsage } from '~/domain/option-list/option-lists';

export type ImportFile = { name: string; bytes: Uint8Array } | { cells: string };

export interface ReadRow {
  sheet: number;
  row: number;
  cells: ImportCell[];
}

/** `skippedSheets` are sheets without rows below a header. */
export interface ParsedSheets {
  sheets: ImportSheet[];
  skippedSheets: SkippedSheet[];
}

export type SendChunk<Chunk> = (chunk: Chunk) => Promise<void>;

/**
 * Sends the rows of the file on standard input, or of pasted cells if it has no name. `rounds` are
 * the fund's, `layout` is a person's choice for a text, `isLoose` recognizes more headers.
 */
export type ReadSpreadsheetJob = (
  job: {
    name?: string;
    rounds: OptionWithUsage[];
    layout?: Partial<TextLayout>;
    isLoose?: boolean;
  },
  send: SendChunk<ReadRow[]>,
) => Promise<ParsedSheets | { problem: string }>;
