import type { Import, ImportSheet } from '#db/schema';
import { counted } from '~/models/text';
import { isComputed } from './columns';

/** Names that are listed of the columns of a sheet. */
const MOST = 20;

/**
 * What of a file is not imported, a line each: sheets, columns with values, hidden rows, and owners
 * unless the importer may choose them (rule 16.89).
 */
export function notImported(
  { sheets, passedOver }: Pick<Import, 'sheets' | 'passedOver'>,
  mayChooseOwners: boolean,
): string[] {
  const isOne = sheets.length + passedOver.length === 1;
  const lines = sheets.flatMap((sheet) => {
    if (sheet.holds === 'ignored') return [`Sheet “${sheet.name}”`];
    const where = isOne ? '' : ` of sheet “${sheet.name}”`;
    return [...columnLines(sheet, where), ...rowLines(sheet, where)];
  });
  const namesOwners = sheets.some(({ targets }) => targets.includes('owner'));
  return [
    ...passedOver.map(({ name, why }) => `Sheet “${name}”: ${why}`),
    ...lines,
    ...(namesOwners && !mayChooseOwners
      ? ['Owners of new deals: only managers and admins can choose them']
      : []),
  ];
}

function columnLines({ holds, headers, targets, samples, hiddenColumns }: ImportSheet, of: string) {
  const left = headers.flatMap((header, column) => {
    const isEmpty = !samples[column]?.length;
    if (targets[column] || isEmpty || isComputed(holds, header)) return [];
    return [hiddenColumns?.includes(column) ? `${header} (hidden)` : header];
  });
  if (!left.length) return [];
  const more = left.length > MOST ? ` and ${counted(left.length - MOST, 'more column')}` : '';
  return [`${counted(left.length, 'column')}${of}: ${left.slice(0, MOST).join(', ')}${more}`];
}

function rowLines({ hiddenRows = 0 }: ImportSheet, of: string): string[] {
  return hiddenRows ? [`${counted(hiddenRows, 'hidden row')}${of}`] : [];
}
