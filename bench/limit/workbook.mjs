import { crc32, deflateRawSync } from 'node:zlib';
import { everyDeal, everyEvaluation } from './database.mjs';
import { escape } from './page.mjs';

/** The product's two sheets as the plainest workbook: no styles, everything in memory. */
export function workbook() {
  const deals = (function* () {
    for (const deal of everyDeal()) yield Object.values(deal);
  })();
  return zip({
    ...PARTS,
    'xl/worksheets/sheet1.xml': sheet(deals),
    'xl/worksheets/sheet2.xml': sheet(everyEvaluation()),
  });
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const OFFICE = 'http://schemas.openxmlformats.org';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const PARTS = {
  '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${OFFICE}/spreadsheetml/2006/main" xmlns:r="${OFFICE}/officeDocument/2006/relationships"><sheets><sheet name="Deals" sheetId="1" r:id="r1"/><sheet name="Evaluations" sheetId="2" r:id="r2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${OFFICE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`,
};

function sheet(rows) {
  const parts = [];
  let text = `${XML}<worksheet xmlns="${OFFICE}/spreadsheetml/2006/main"><sheetData>`;
  for (const row of rows) {
    text += '<row>';
    for (const value of row)
      text +=
        typeof value === 'number'
          ? `<c><v>${value}</v></c>`
          : value === null
            ? '<c/>'
            : `<c t="inlineStr"><is><t>${escape(value)}</t></is></c>`;
    text += '</row>';
    if (text.length < 2 ** 18) continue;
    parts.push(Buffer.from(text));
    text = '';
  }
  return Buffer.concat([...parts, Buffer.from(`${text}</sheetData></worksheet>`)]);
}

function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), head, place, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}
