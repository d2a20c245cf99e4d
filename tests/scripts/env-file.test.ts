import { describe, expect, test } from 'vitest';
import { parseEnvFile } from '../../scripts/env-file.mjs';

const read = (text: string) => parseEnvFile(Buffer.from(text));

describe('the .env file (rule 27.4)', () => {
  test('a byte-order mark does not cost the first line', () => {
    expect(read('\ufeffPORT=3001\nHOST=::1')).toEqual({ PORT: '3001', HOST: '::1' });
  });

  test.each(['\n', '\r\n', '\r'])('a value does not include the line ending %j', (end) => {
    expect(read(['PORT=3001', '', '# note', 'HOST=::1', ''].join(end))).toEqual({
      PORT: '3001',
      HOST: '::1',
    });
  });

  test('values exclude quotes, comments, spaces and export', () => {
    const text = `A="a b#c" # note\nB='x"y'\nC=\`it's\`\n export D = d # note\nE=`;
    expect(read(text)).toEqual({ A: 'a b#c', B: 'x"y', C: "it's", D: 'd', E: '' });
  });

  test.each([
    ['PORT=3001\nHOST: ::1', 'line 2: write NAME=value'],
    ['SMTP_URL=smtp://a:b#c@host', 'line 1: put the value of SMTP_URL in quotation marks'],
    ['A=1\nB="two\nC=3"', 'line 2: close the quotation mark of B'],
    ["A='it's'", 'line 1: close the quotation mark of A'],
  ])('the line %j is refused', (text, message) => {
    expect(() => read(text)).toThrow(`Configuration: .env, ${message}`);
  });

  test('all unclear lines are named at once', () => {
    expect(() => read('one\nA=1\ntwo')).toThrow(/line 1: .*\n.*line 3: /);
  });

  test.each(['utf16le', 'latin1'] as const)('a file in %s is refused', (encoding) => {
    expect(() => parseEnvFile(Buffer.from('\ufeffA=é', encoding))).toThrow('save it as UTF-8');
  });
});
