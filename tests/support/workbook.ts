import { strFromU8, unzipSync } from 'fflate';

/** Reads an .xlsx without the library that writes ours. */

export interface Cell {
  type: 'text' | 'number';
  value: string;
  format?: string;
  isFormula: boolean;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes XML's entities, then the format's own escape (_x005F_). */
function decodeText(text: string): string {
  return text
    .replace(
      /&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([\da-fA-F]+));/g,
      (_, name?: string, dec?: string, hex?: string) =>
        name
          ? ENTITIES[name]!
          : String.fromCodePoint(dec ? Number(dec) : Number.parseInt(hex!, 16)),
    )
    .replace(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
}

const readAttribute = (tag: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
const matchAll = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)];

/** Returns rows by sheet name, each row its cells by column letter. */
export function readWorkbook(bytes: Uint8Array): Record<string, Record<string, Cell>[]> {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  );
  const customFormats = new Map(
    matchAll(files['xl/styles.xml']!, /<numFmt [^>]*>/g).map(([tag]) => [
      readAttribute(tag, 'numFmtId'),
      decodeText(readAttribute(tag, 'formatCode')!),
    ]),
  );
  const styles = matchAll(
    /<cellXfs[\s\S]*?<\/cellXfs>/.exec(files['xl/styles.xml']!)![0],
    /<xf [^>]*>/g,
  ).map(
    ([tag]) => customFormats.get(readAttribute(tag, 'numFmtId')) ?? readAttribute(tag, 'numFmtId'),
  );
  const targets = new Map(
    matchAll(files['xl/_rels/workbook.xml.rels']!, /<Relationship [^>]*>/g).map(([tag]) => [
      readAttribute(tag, 'Id'),
      readAttribute(tag, 'Target')!,
    ]),
  );
  const sheets = matchAll(files['xl/workbook.xml']!, /<sheet [^>]*>/g).map(([tag]) => {
    const xml = files[`xl/${targets.get(readAttribute(tag, 'r:id'))!.replace(/^\/?(xl\/)?/, '')}`]!;
    const rows = matchAll(xml, /<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g).map(([, inner]) =>
      Object.fromEntries(
        matchAll(inner ?? '', /<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)
          .filter(([, , content]) => content)
          .map(([, head, content]) => [
            /\br="([A-Z]+)/.exec(head!)![1]!,
            readCell(head!, content!, styles),
          ]),
      ),
    );
    return [readAttribute(tag, 'name')!, rows] as const;
  });
  return Object.fromEntries(sheets);
}

function readCell(head: string, content: string, styles: (string | undefined)[]): Cell {
  const type = readAttribute(head, 't');
  if (type === 's') throw new Error('This reader knows no shared strings.');
  const text =
    type === 'inlineStr'
      ? matchAll(content, /<t[^>]*>([\s\S]*?)<\/t>/g)
          .map(([, inner]) => inner)
          .join('')
      : (/<v>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '');
  return {
    type: type === 'inlineStr' || type === 'str' ? 'text' : 'number',
    value: decodeText(text),
    format: styles[Number(readAttribute(head, 's') ?? 0)],
    isFormula: content.includes('<f'),
  };
}

/** Returns a serial day as an ISO moment. */
export function parseSerialMoment({ value }: Cell): string {
  return new Date(Math.round((Number(value) - 25_569) * 86_400_000)).toISOString();
}
