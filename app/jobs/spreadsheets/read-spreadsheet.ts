import { buffer } from 'node:stream/consumers';
import type { ImportFile, ReadSpreadsheetJob } from '~/domain/import/reading/read-job';
import { createOptionParser } from '~/domain/import/values/option-parser';
import { buildOptionLists } from '~/domain/option-list/option-lists';
import { collectSheets } from './collect-sheets';
import { InvalidFileError } from './limits';
import { readSheets } from './read';

export const readSpreadsheet: ReadSpreadsheetJob = async (
  { name, rounds, layout, isLoose },
  send,
) => {
  const bytes = await buffer(process.stdin);
  const file: ImportFile = name === undefined ? { cells: bytes.toString() } : { name, bytes };
  try {
    const { isRound } = createOptionParser(buildOptionLists(rounds));
    return await collectSheets(readSheets(file, layout), send, { isRound, isLoose });
  } catch (error) {
    if (error instanceof InvalidFileError) return { problem: error.message };
    throw error;
  }
};
