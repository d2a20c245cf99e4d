import { DEAL_KEYS } from '~/domain/deal-field/fields';
import { CRITERIA, NOTES_KEYS } from '~/domain/evaluation/criteria';

/** Texts, names and addresses that some program has stumbled over. */

const words = (text: string) => text.trim().split(/\s+/);

/** Names that every object has and no text should. */
const OBJECTS = words('__proto__ constructor toString [] %');

export const TEXTS = [
  '',
  ' ',
  '30 days',
  'Closed: passed',
  'USD 5M',
  "' or 1=1 --",
  "'; drop table users; --",
  ...OBJECTS,
  ...words('0 1 -1 1e309 1e-400 NaN Infinity -0 0x10 ９ 5.55 10.04 10.05'),
  ...words('99999999999999999999 9007199254740993 true null undefined {}'),
  ...words('prototype hasOwnProperty valueOf __defineGetter__'),
  '[object Object]',
  '\0',
  'a\0b',
  '\u0001',
  '\ufffe',
  '\uffff',
  '\u0000\u0000',
  '\u202e',
  '\ud800',
  '\udfff\ud800',
  'a\ud83d',
  '😀'.repeat(300),
  'İ'.repeat(200),
  'ß',
  'ﬃ',
  'e\u0301'.repeat(500),
  '\r\n',
  '\n'.repeat(1_000),
  ...words('_ %_% \\ \\% " ` ${7*7} {{7*7}} <script>alert(1)</script> </script> -- ;'),
  ...words('../../../../etc/passwd %2e%2e%2f %00 %zz =cmd|x +1 @x'),
  ...words('2026-02-30 2026-02-28 0000-00-00 9999-12-31 -000001-01-01 10000-01-01 14:30'),
  ...words('ASAP Seed AI newest score_desc field.valuation_desc'),
  'x'.repeat(100),
  'x'.repeat(5_000),
  'x'.repeat(20_000),
  '中'.repeat(4_001),
  'a '.repeat(3_000),
  'admin@demo.example',
  'x@y.example',
  'x@y',
  '"x y"@z.example',
  'é@é.example',
];

export const NAMES = [
  ...DEAL_KEYS,
  ...CRITERIA.map(({ key }) => key),
  ...NOTES_KEYS,
  ...words('email password confirmPassword current firstName lastName group role id intent'),
  ...words('version submission back to from theme density sid then take-companyName'),
  ...words('name kind options required archived fields field-valuation stage reason text'),
  ...words('lookAgainOn link title userIds until facts files notes end keepsShares'),
  ...words('dueOn dueAt done otherId __intent__ __state__ industries[0] industries[999999999]'),
  'a.b.c',
  '',
  '\0',
  ...OBJECTS,
];

export const QUERY = [
  ...words('search industry round userId owner sort group page size limit offset details score'),
  ...words('field.source field.valuation.min field.places field.met.max stage whose currency'),
  ...words('sizeMin columns other key by owners manager add id back to index _routes a[b]'),
  '',
  '\0',
  ...OBJECTS,
];

export const ROUTES = [
  ...words('root routes/dashboard routes/admin routes/nothing routes/pipeline.$id.edit , *'),
  'root,routes/admin',
  '',
  'x'.repeat(3_000),
  ...OBJECTS,
];

/** Units of long texts with their ends: backtracking patterns take quadratic time on them. */
export const UNITS = [
  ...['9', '0', '.', ' ', '\n', '\t ', ',', '1,', '='].map((unit) => [unit, 'x'] as const),
  ...['a ', '[', 'e\u0301', '中', '😀', '<a ', '%'].map((unit) => [unit, ''] as const),
  ...([
    ['-', '1'],
    ['a@', 'a'],
    ['a.', '@'],
  ] as const),
];

/** Values of X-Forwarded-For, from proxies or attackers. */
export const FORWARDED = [
  ...words('2001:db8::1 2001:DB8:0:0:0:0:0:1 2001:db8:1:2:3:4:5:6 :: ::1 ::ffff:1.2.3.4'),
  ...words('::ffff:0102:0304 0:0:0:0:0:ffff:7f00:1 64:ff9b::1.2.3.4 fe80::1%eth0'),
  ...words('[2001:db8::1] [2001:db8::1]:443 1::2::3 ::::::::: 12345::1 1:2:3:4:5:6:7:8:9'),
  ...words('::ffff:999.1.1.1 1.2.3.4 1.2.3.4:80 ::1,::1,::1,::1 , unknown _hidden %'),
  '2001:db8::1, 2001:db8::2',
  ' ',
  ':'.repeat(5_000),
  '1:'.repeat(2_000),
];

export const BAD_TOKENS = [
  '',
  ' ',
  'dp_',
  'dp_x',
  `dp_${'x'.repeat(43)}`,
  `dp_${'x'.repeat(5_000)}`,
  `dp_${'-'.repeat(42)}=`,
  'x'.repeat(8_000),
  'null',
  'a b',
  '\xff\xfe',
  "' or 1=1 --",
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
];

export const PATHS = [
  ...words('//evil.example //[ //:@/ // ///x /%5C /%5C%5Cx /%09/[ /%0A /%20 /x%20 /http:'),
  ...words('/http://[ /. /: /%3A%3A /%C2%85 /%E2%80%A8 /..%2f..%2fetc/passwd /%00 /.data'),
  ...words('/_root.data /assets/../server.js /assets/%2e%2e/server /__manifest?p=/'),
  ...words('/favicon.svg /robots.txt /api /API/pipelines /pipeline/1/edit/'),
  '/a'.repeat(800),
];
