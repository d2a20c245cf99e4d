import { strFromU8, unzipSync } from 'fflate';

/** Reads an .xlsx without the library that writes ours: unzip, and a look at the XML. */

export interface Cell {
  type: 'text' | 'number';
  value: string;
  /** The number format, for numbers and dates. */
  format?: string;
  isFormula: boolean;
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** XML's entities, then the format's own escape (_x005F_). */
function decoded(text: string): string {
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

const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
const every = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)];

/** Sheets by name, each a list of rows, each row its cells by column letter. */
export function readWorkbook(bytes: Uint8Array): Record<string, Record<string, Cell>[]> {
  const files = Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]),
  );
  const own = new Map(
    every(files['xl/styles.xml']!, /<numFmt [^>]*>/g).map(([tag]) => [
      attribute(tag, 'numFmtId'),
      decoded(attribute(tag, 'formatCode')!),
    ]),
  );
  const styles = every(
    /<cellXfs[\s\S]*?<\/cellXfs>/.exec(files['xl/styles.xml']!)![0],
    /<xf [^>]*>/g,
  ).map(([tag]) => own.get(attribute(tag, 'numFmtId')) ?? attribute(tag, 'numFmtId'));
  const targets = new Map(
    every(files['xl/_rels/workbook.xml.rels']!, /<Relationship [^>]*>/g).map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target')!,
    ]),
  );
  const sheets = every(files['xl/workbook.xml']!, /<sheet [^>]*>/g).map(([tag]) => {
    const xml = files[`xl/${targets.get(attribute(tag, 'r:id'))!.replace(/^\/?(xl\/)?/, '')}`]!;
    const rows = every(xml, /<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g).map(([, inner]) =>
      Object.fromEntries(
        every(inner ?? '', /<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)
          .filter(([, , content]) => content)
          .map(([, head, content]) => [
            /\br="([A-Z]+)/.exec(head!)![1]!,
            readCell(head!, content!, styles),
          ]),
      ),
    );
    return [attribute(tag, 'name')!, rows] as const;
  });
  return Object.fromEntries(sheets);
}

function readCell(head: string, content: string, styles: (string | undefined)[]): Cell {
  const type = attribute(head, 't');
  if (type === 's') throw new Error('This reader knows no shared strings.');
  const text =
    type === 'inlineStr'
      ? every(content, /<t[^>]*>([\s\S]*?)<\/t>/g)
          .map(([, inner]) => inner)
          .join('')
      : (/<v>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? '');
  return {
    type: type === 'inlineStr' || type === 'str' ? 'text' : 'number',
    value: decoded(text),
    format: styles[Number(attribute(head, 's') ?? 0)],
    isFormula: content.includes('<f'),
  };
}

/** A day serial of the workbook's calendar as an ISO moment. */
export function momentOf({ value }: Cell): string {
  return new Date(Math.round((Number(value) - 25_569) * 86_400_000)).toISOString();
}
