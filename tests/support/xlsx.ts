import { strToU8, zipSync } from 'fflate';

/** Parts of a handwritten workbook, for content that no program writes. */
interface Parts {
  rows?: string;
  strings?: string;
  styles?: string;
  sheet?: string;
  workbook?: string;
  columns?: string;
  prolog?: string;
  [path: `/${string}`]: string | Uint8Array;
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

const relations = (...types: [type: string, target: string][]) =>
  `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${types
    .map(([type, to], i) => `<Relationship Id="r${i}" Type="${OFFICE}/${type}" Target="${to}"/>`)
    .join('')}</Relationships>`;

export function buildXlsx(parts: Parts) {
  const { rows = '', columns = '', strings, styles, prolog = '', ...rest } = parts;
  const { sheet = '', workbook = '', ...more } = rest;
  const files: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
    'xl/_rels/workbook.xml.rels': relations(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ),
    'xl/workbook.xml': `${HEAD}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="Deals" sheetId="1" r:id="r0" ${sheet}/></sheets>${workbook}</workbook>`,
    'xl/worksheets/sheet1.xml': `${HEAD}${prolog}<worksheet ${MAIN}>${columns && `<cols>${columns}</cols>`}<sheetData>${rows}</sheetData></worksheet>`,
    ...(strings && { 'xl/sharedStrings.xml': `${HEAD}<sst ${MAIN}>${strings}</sst>` }),
    ...(styles && { 'xl/styles.xml': `${HEAD}<styleSheet ${MAIN}>${styles}</styleSheet>` }),
  };
  for (const [path, content] of Object.entries(more)) files[path.slice(1)] = content as string;
  const bytes = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  return zipSync(Object.fromEntries(bytes) as Record<string, Uint8Array>);
}

export const buildTextRow = (...texts: string[]) =>
  `<row>${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
