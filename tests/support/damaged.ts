import { readdirSync, readFileSync } from 'node:fs';
import { unzipSync, zipSync } from 'fflate';
import { below, chance, pick } from './hostile';
import { textRow, xlsx } from './xlsx';

/** Files for imports, damaged in ways that follow from FUZZ_SEED. */
export interface DamagedFile {
  name: string;
  bytes: Buffer;
}

const FOLDER = 'tests/fixtures/import';

const whole: DamagedFile[] = [
  ...readdirSync(FOLDER).map((name) => ({ name, bytes: readFileSync(`${FOLDER}/${name}`) })),
  {
    name: 'hand.xlsx',
    bytes: Buffer.from(xlsx({ rows: textRow('Company', 'Stage') + textRow('Acme', 'Seed') })),
  },
];

export function damagedFile(): DamagedFile {
  const { name, bytes } = pick(whole);
  const ways = name.endsWith('.xlsx') && bytes[0] === 0x50 ? [...ANY, ...ZIPPED] : ANY;
  const damage = pick(ways);
  return { name: chance(0.1) ? pick(NAMES) : name, bytes: damage(Buffer.from(bytes)) };
}

const NAMES = ['', '.', 'a/b.xlsx', 'a.exe', '\u202excod.xlsx', 'ü'.repeat(300), 'x.csv'];

const truncated = (bytes: Buffer) => bytes.subarray(0, below(bytes.length));
function flipped(bytes: Buffer): Buffer {
  for (let i = 1 + below(20); i > 0; i--) bytes[below(bytes.length)]! ^= 1 << below(8);
  return bytes;
}
function repeated(bytes: Buffer): Buffer {
  const from = below(bytes.length);
  return Buffer.concat([bytes, bytes.subarray(from, from + below(5_000))]);
}
const ANY = [truncated, flipped, flipped, repeated];

/** Takes the parts out, changes some and packs them again: the sums of the zip file are right. */
function repacked(change: (parts: Record<string, Uint8Array>) => void) {
  return (bytes: Buffer): Buffer => {
    const parts = unzipSync(bytes);
    change(parts);
    return Buffer.from(zipSync(parts));
  };
}
const ZIPPED = [
  repacked((parts) => {
    const [a, b] = [pick(Object.keys(parts)), pick(Object.keys(parts))];
    [parts[a], parts[b]] = [parts[b]!, parts[a]!];
  }),
  repacked((parts) => delete parts[pick(Object.keys(parts))]),
  repacked((parts) => {
    const name = pick(Object.keys(parts));
    parts[name] = pick(ANY)(Buffer.from(parts[name]!));
  }),
  repacked((parts) => {
    const name = pick(Object.keys(parts));
    const text = Buffer.from(parts[name]!).toString();
    parts[name] = Buffer.from(text.replaceAll(pick(MARKS), pick(VALUES)));
  }),
];
const MARKS = ['"1"', '"2"', 'A', 's="', 'r="', 't="', '<v>', '<si>', 'Target="', '</c>', 'sheet'];
const VALUES = ['"-1"', '"1e9"', '"999999999999"', 'ZZZZ', '', '<!DOCTYPE a>', '&a;', '../', '\0'];
