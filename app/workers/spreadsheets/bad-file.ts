/** A file that cannot be imported; its message is the sentence for the user. */
export class BadFile extends Error {}

/** For a picture or another program's file, whatever it is called. */
export function notAWorkbook(): BadFile {
  return new BadFile(
    'This is not an Excel workbook (.xlsx). Please save it as .xlsx or .csv and choose it again.',
  );
}
