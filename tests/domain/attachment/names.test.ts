import { describe, expect, test } from 'vitest';
import {
  detectPreviewType,
  normalizeContentType,
  toSafeContentType,
} from '~/domain/attachment/content-type';
import { sanitizeFileName } from '~/domain/attachment/file-name';

describe('attachment names (rule 26.3)', () => {
  test.each([
    ['deck.pdf', 'deck.pdf'],
    ['C:\\Users\\Ana\\deck.pdf', 'deck.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['报告 – Übersicht.pdf', '报告 – Übersicht.pdf'],
    ['תקציב.xlsx', 'תקציב.xlsx'],
    ['a\u0000b\r\nc\td.txt', 'abcd.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['\u2066\u200fdeck\u2069.pdf', 'deck.pdf'],
    ['a\ud800b\ufffe.txt', 'ab.txt'],
    ['  spaces  ', 'spaces'],
    ['\u200b\u200d', 'file'],
    ['.', 'file'],
    ['....', 'file'],
    ['folder/', 'file'],
    ['', 'file'],
    ['\u202e', 'file'],
    ['.env', '.env'],
    ['"quoted".txt', '"quoted".txt'],
  ])('the name %j is stored as %j', (sent, kept) => expect(sanitizeFileName(sent)).toBe(kept));

  test('a long name is cut to 255 characters before its ending', () => {
    expect(sanitizeFileName(`${'n'.repeat(300)}.pdf`)).toBe(`${'n'.repeat(251)}.pdf`);
    expect(sanitizeFileName('n'.repeat(300))).toBe('n'.repeat(255));
    expect(sanitizeFileName(`${'😀'.repeat(150)}.pdf`)).toBe(`${'😀'.repeat(125)}.pdf`);
  });
});

describe('attachment types (rules 26.4 and 26.5)', () => {
  test.each([
    ['text/plain; charset=utf-8', 'text/plain'],
    ['Image/PNG', 'image/png'],
    ['nonsense', 'application/octet-stream'],
    ['text/html\r\nX: y', 'application/octet-stream'],
    [undefined, 'application/octet-stream'],
  ])('the type %j is stored as %j', (sent, kept) => expect(normalizeContentType(sent)).toBe(kept));

  test('a type that browsers run is sent as bytes', () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript'])
      expect(toSafeContentType(type)).toBe('application/octet-stream');
  });

  test.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\x00\n\x00\x00WEBP', 'image/webp'],
    ['RIFF....WAVE', undefined],
    ['<svg', undefined],
    [' %PDF-', undefined],
    ['', undefined],
  ])('content starting with %j has the preview type %j', (start, type) =>
    expect(detectPreviewType(start)).toBe(type),
  );
});
