import { inflateSync } from 'node:zlib';

export interface PdfPage {
  /** In points. */
  width: number;
  height: number;
  /** Excludes spaces, which browsers leave out where they position words. */
  text: string;
}

/** Reads the pages of a PDF that Chromium wrote: each glyph's character is in its font's map. */
export function readPdf(pdf: Buffer): PdfPage[] {
  const objects = new Map<string, { head: string; body: string }>();
  const source = pdf.toString('latin1');
  for (const [, id, content] of source.matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g)) {
    const [head = '', stream] = content!.split(/\sstream\r?\n/);
    objects.set(id!, { head, body: stream ? inflated(stream, head) : '' });
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head)!;
      const fonts = new Map(
        [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
          name!,
          readCharacterMap(objects, id!),
        ]),
      );
      const contents = objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!.body;
      return { width: Number(width), height: Number(height), text: decodeText(contents, fonts) };
    });
}

function inflated(stream: string, head: string): string {
  const bytes = Buffer.from(stream, 'latin1');
  return head.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : stream;
}

type Objects = Map<string, { head: string; body: string }>;

function readCharacterMap(objects: Objects, font: string): Map<number, string> {
  const characters = new Map<number, string>();
  const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1];
  const source = objects.get(map ?? '')?.body ?? '';
  const read = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, block] of source.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph, text] of block!.matchAll(/<(\w+)> <(\w+)>/g))
      characters.set(parseInt(glyph!, 16), read(text!));
  for (const [, block] of source.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from, to, text] of block!.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = parseInt(from!, 16), code = parseInt(text!, 16); ; glyph++, code++) {
        if (glyph > parseInt(to!, 16)) break;
        characters.set(glyph, String.fromCharCode(code));
      }
  return characters;
}

function decodeText(contents: string, fonts: Map<string, Map<number, string>>): string {
  let font: Map<number, string> | undefined;
  let text = '';
  for (const [, name, hex] of contents.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name) font = fonts.get(name);
    else for (const [glyph] of hex!.matchAll(/.{4}/g)) text += font?.get(parseInt(glyph, 16)) ?? '';
  }
  return text.replaceAll(/\s/g, '');
}
