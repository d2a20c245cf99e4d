import type { ImportCell, ImportSheet, SkippedSheet, TextLayout } from '#db/schema';
import type { OptionWithUsage } from '~/domain/option-list/option-lists';

/** What a child process does for an import (workers/imports.ts), and what it hands on meanwhile. */

/** A file, or cells copied from a spreadsheet. */
export type ImportFile = { name: string; bytes: Uint8Array } | { cells: string };

export interface StagedRow {
  /** Index in the import's sheets. */
  sheet: number;
  /** The row's number in the file, from 1. */
  row: number;
  cells: ImportCell[];
}

/** The sheets with rows below a header, and the others. */
export interface ParsedSheets {
  sheets: ImportSheet[];
  passedOver: SkippedSheet[];
}

/** Hands a part of the result on; resolves when the next one is wanted. */
export type SendChunk<Part> = (part: Part) => Promise<void>;

/**
 * Hands on the rows of the file, or without a name of the pasted cells, that standard input has.
 * `rounds` are the fund's, `layout` what a person chose for a text. Returns its sheets, or why it cannot be imported.
 */
export type ReadSpreadsheetJob = (
  job: { name?: string; rounds: OptionWithUsage[]; layout?: Partial<TextLayout> },
  send: SendChunk<StagedRow[]>,
) => Promise<ParsedSheets | { problem: string }>;
