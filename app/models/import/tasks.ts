import type { ImportCell, ImportSheet, PassedOver, TextLayout } from '#db/schema';
import type { Viewer } from '~/models/access';
import type { Entry } from '~/models/lists/lists';
import type { ComparedRow } from './compare/rows.server';

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
export interface ReadSheets {
  sheets: ImportSheet[];
  passedOver: PassedOver[];
}

/** Hands a part of the result on; resolves when the next one is wanted. */
export type Send<Part> = (part: Part) => Promise<void>;

/**
 * Hands on the rows of the file, or without a name of the pasted cells, that standard input has.
 * `rounds` are the fund's, `layout` what a person chose for a text. Returns its sheets, or why it cannot be imported.
 */
export type ReadSpreadsheet = (
  job: { name?: string; rounds: Entry[]; layout?: Partial<TextLayout> },
  send: Send<StagedRow[]>,
) => Promise<ReadSheets | { problem: string }>;

/** Hands on what the rows of an import would do, from one snapshot of the deals. */
export type CompareRows = (
  job: { viewer: Viewer; importId: number; refusesCells: boolean },
  send: Send<ComparedRow[]>,
) => Promise<void>;
