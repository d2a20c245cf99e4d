import { readdirSync, readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { isOneIn, pick, pickBelow } from './hostile-values';
import { buildTextRow, buildXlsx } from './xlsx';

/** Import files with damage that depends only on FUZZ_SEED. */
export interface DamagedFile {
  name: string;
  bytes: Buffer;
}

const FOLDER = 'tests/fixtures/import';

const intactFiles: DamagedFile[] = [
  ...readdirSync(FOLDER).map((name) => ({ name, bytes: readFileSync(`${FOLDER}/${name}`) })),
  {
    name: 'hand.xlsx',
    bytes: Buffer.from(
      buildXlsx({ rows: buildTextRow('Company', 'Stage') + buildTextRow('Acme', 'Seed') }),
    ),
  },
];

export function createDamagedFile(): DamagedFile {
  const { name, bytes } = pick(intactFiles);
  const damages = name.endsWith('.xlsx') && bytes[0] === 0x50 ? [...ANY, ...ZIPPED] : ANY;
  const damage = pick(damages);
  return { name: isOneIn(0.1) ? pick(NAMES) : name, bytes: damage(Buffer.from(bytes)) };
}

const NAMES = ['', '.', 'a/b.xlsx', 'a.exe', '\u202excod.xlsx', 'ü'.repeat(300), 'x.csv'];

const truncateBytes = (bytes: Buffer) => bytes.subarray(0, pickBelow(bytes.length));
function flipBytes(bytes: Buffer): Buffer {
  for (let i = 1 + pickBelow(20); i > 0; i--) bytes[pickBelow(bytes.length)]! ^= 1 << pickBelow(8);
  return bytes;
}
function repeatBytes(bytes: Buffer): Buffer {
  const from = pickBelow(bytes.length);
  return Buffer.concat([bytes, bytes.subarray(from, from + pickBelow(5_000))]);
}
const ANY = [truncateBytes, flipBytes, flipBytes, repeatBytes];

/** Unzips the parts, changes some and zips them again, with correct checksums. */
function repackZip(change: (parts: Record<string, Uint8Array>) => void) {
  return (bytes: Buffer): Buffer => {
    const parts = unzipSync(bytes);
    change(parts);
    return Buffer.from(zipSync(parts));
  };
}
const ZIPPED = [
  repackZip((parts) => {
    const a = pick(Object.keys(parts));
    const b = pick(Object.keys(parts));
    [parts[a], parts[b]] = [parts[b]!, parts[a]!];
  }),
  repackZip((parts) => delete parts[pick(Object.keys(parts))]),
  repackZip((parts) => {
    const name = pick(Object.keys(parts));
    parts[name] = pick(ANY)(Buffer.from(parts[name]!));
  }),
  repackZip((parts) => {
    const name = pick(Object.keys(parts));
    const text = Buffer.from(parts[name]!).toString();
    parts[name] = Buffer.from(text.replaceAll(pick(MARKS), pick(VALUES)));
  }),
];
const MARKS = ['"1"', '"2"', 'A', 's="', 'r="', 't="', '<v>', '<si>', 'Target="', '</c>', 'sheet'];
const VALUES = ['"-1"', '"1e9"', '"999999999999"', 'ZZZZ', '', '<!DOCTYPE a>', '&a;', '../', '\0'];
