import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import express from 'express';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_IMPORT_FILE_BYTES, receiveImportFile } from '~/http/forms/import-file.server';
import { receiveImport } from '~/http/forms/receive-import.server';
import { guardRequest } from '~/http/server/guard.server';
import { catchResponse } from '../../support/answers';
import { type Cast, createCast } from '../../support/cast';

const ADDRESS = 'http://localhost:3000/import';
const BOUNDARY = 'x-boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

type Fields = [disposition: string, content: string | Uint8Array][];

function multipart(fields: Fields): Buffer {
  const parts = fields.flatMap(([disposition, content]) => [
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

const sent = (body: BodyInit | Buffer, type = TYPE, headers = {}) =>
  new Request(ADDRESS, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'Content-Type': type, ...headers },
    duplex: 'half',
  } as RequestInit);
const form = (...fields: Fields) => sent(multipart(fields));

/** Returns status and message of the thrown error. */
async function catchError(work: () => Promise<unknown>) {
  const answer = await catchResponse(work());
  return [answer.status, ((await answer.json()) as { message: string }).message];
}

describe('import uploads (rules 16.1 and 16.2)', () => {
  test.each(['Deals.xlsx', 'Größe 東京.csv', 'a "b".csv'])(
    'the uploaded file %s is read',
    async (name) => {
      const data = new FormData();
      data.set('file', new File([new Uint8Array([0, 1, 255])], name));
      data.set('cells', ' ');
      const request = new Request(ADDRESS, { method: 'POST', body: data });
      const { file } = await receiveImportFile(request);
      expect(file).toEqual({ name, bytes: new Uint8Array([0, 1, 255]) });
    },
  );

  test('pasted cells are read beside an empty file', async () => {
    const data = new FormData();
    data.set('file', new File([], ''));
    data.set('cells', 'Company\tStage\r\nŁódź €\tSeed');
    const request = new Request(ADDRESS, { method: 'POST', body: data });
    expect(await receiveImportFile(request)).toEqual({
      file: { cells: 'Company\tStage\r\nŁódź €\tSeed' },
    });
  });

  test('a file with cells is refused, and the cells come back', async () => {
    const both: Fields = [
      ['name="cells"', 'Acme\tSeed'],
      ['name="file"; filename="a.csv"', 'x'],
    ];
    const answer = await catchResponse(receiveImportFile(form(...both)));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      message: 'Please choose a file or paste cells, not both.',
      form: { action: '/import', fields: [['cells', 'Acme\tSeed']] },
    });
  });

  test.each([
    ['text/csv', 'Import.csv'],
    ['text/tab-separated-values; charset=utf-8', 'Import.tsv'],
  ])('a body of type %s is read as a file', async (type, name) => {
    const { file } = await receiveImportFile(sent('Company,Stage\nAcme,Seed', type));
    expect(file).toEqual({ name, bytes: Buffer.from('Company,Stage\nAcme,Seed') });
  });

  test('an upload in chunks of one byte is read', async () => {
    const bytes = multipart([['name="file"; filename="a.csv"', 'Company,Stage\r\n']]);
    const body = ReadableStream.from(
      (function* () {
        for (const byte of bytes) yield new Uint8Array([byte]);
      })(),
    );
    const { file } = await receiveImportFile(sent(body as BodyInit));
    expect(file).toEqual({
      name: 'a.csv',
      bytes: new Uint8Array(Buffer.from('Company,Stage\r\n')),
    });
  });

  test.each<[string, Fields]>([
    ['nothing', []],
    [
      'an empty form',
      [
        ['name="cells"', ' \r\n '],
        ['name="file"; filename=""', ''],
      ],
    ],
    ['other fields', [['name="other"', 'x']]],
  ])('an upload of %s is refused with 400', async (_, fields) => {
    expect(await catchError(() => receiveImportFile(form(...fields)))).toEqual([
      400,
      'Please choose a file, or paste cells.',
    ]);
  });

  const whole = multipart([['name="file"; filename="a.csv"', 'Company,Stage']]);
  test.each<[string, Buffer, string]>([
    ['cut off', whole.subarray(0, -10), TYPE],
    ['without a boundary', whole, 'multipart/form-data'],
    ['with another boundary', whole, 'multipart/form-data; boundary=y'],
    ['with eleven fields', multipart(Array(11).fill(['name="a"', 'x'])), TYPE],
    ['with a name that is no text', multipart([['name="file"; filename="a"', 'x']]), TYPE],
    ['with a header of 20 KB', multipart([[`name="${'x'.repeat(20_000)}"`, 'x']]), TYPE],
  ])('an upload %s is refused with 400', async (_, body, type) => {
    const bytes = Buffer.from(body);
    if (_ === 'with a name that is no text') bytes[bytes.indexOf('filename="a"') + 10] = 0xff;
    expect(await catchError(() => receiveImportFile(sent(bytes, type)))).toEqual([
      400,
      'The form was not received completely.',
    ]);
  });

  test('an upload of 10 MB is accepted', async () => {
    const { file } = await receiveImportFile(
      form(['name="file"; filename="a.csv"', Buffer.alloc(MAX_IMPORT_FILE_BYTES)]),
    );
    expect('bytes' in file && file.bytes.length).toBe(MAX_IMPORT_FILE_BYTES);
  });

  test.each<[string, () => Request]>([
    [
      'a file',
      () => form(['name="file"; filename="a.csv"', Buffer.alloc(MAX_IMPORT_FILE_BYTES + 1)]),
    ],
    ['cells', () => form(['name="cells"', 'x'.repeat(MAX_IMPORT_FILE_BYTES + 1)])],
    ['a body of text', () => sent(Buffer.alloc(MAX_IMPORT_FILE_BYTES + 1), 'text/csv')],
    ['many fields', () => form(['name="a"', Buffer.alloc(6e6)], ['name="b"', Buffer.alloc(6e6)])],
    ['a file without a stated length', () => sent(endless(3 * MAX_IMPORT_FILE_BYTES) as BodyInit)],
    ['a body without an end', () => sent(endless() as BodyInit)],
  ])('an upload over 10 MB is refused with 413: %s', async (_, request) => {
    expect(await catchError(() => receiveImportFile(request()))).toEqual([
      413,
      'The file is larger than 10 MB.',
    ]);
  });

  test('an upload of JSON is refused with 415', async () => {
    expect((await catchError(() => receiveImportFile(sent('{}', 'application/json'))))[0]).toBe(
      415,
    );
  });
});

function endless(length = Infinity): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (function* () {
      yield Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
      );
      for (let at = 0; at < length; at += 65_536) yield Buffer.alloc(65_536);
    })(),
  );
}

describe('limits of import uploads (rule 16.3)', () => {
  let people: Cast;
  beforeAll(async () => {
    people = await createCast();
  });
  const pasted = (cells: string) => {
    const body = multipart([['name="cells"', cells]]);
    return sent(body, TYPE, { 'Content-Length': String(body.length) });
  };
  const cells = 'Company\tStage\nAcme\tSeed';

  test('one import per account is read at a time', async () => {
    const { read } = await receiveImport(pasted(cells), people.ana);
    const answer = await catchResponse(receiveImport(pasted('Pasted\tmeanwhile'), people.ana));
    expect(answer.status).toBe(429);
    expect(answer.headers.get('Retry-After')).toBe('5');
    expect(await answer.json()).toEqual({
      message:
        'Your previous file or table is still being read. Please wait until it has finished.',
      form: { action: '/import', fields: [['cells', 'Pasted\tmeanwhile']] },
    });
    const otherImport = await receiveImport(pasted(cells), people.ben);
    await Promise.all([read, otherImport.read]);
    await (
      await receiveImport(pasted(cells), people.ana)
    ).read;
  });

  test('a refused upload does not block the next one', async () => {
    expect((await catchResponse(receiveImport(form(), people.ana))).status).toBe(400);
    await (
      await receiveImport(pasted(cells), people.ana)
    ).read;
  });

  test('eight imports are received and read at a time', async () => {
    const waiting = Array.from({ length: 8 }, (_, i) => {
      let end = () => undefined as void;
      const body = new ReadableStream({
        start: (controller) => void (end = () => controller.close()),
      });
      const work = receiveImport(sent(body as BodyInit), { ...people.ana, id: `user ${i}` });
      return { work, end };
    });
    const [status] = await catchError(() => receiveImport(pasted(cells), people.ben));
    for (const { end } of waiting) end();
    await Promise.allSettled(waiting.map(({ work }) => work));
    expect(status).toBe(503);
    await (
      await receiveImport(pasted(cells), people.ben)
    ).read;
  });

  test('the 21st import within a minute is refused with 429', async () => {
    for (let i = 0; i < 20; i++) await catchResponse(receiveImport(form(), people.maren));
    expect(await catchError(() => receiveImport(pasted(cells), people.maren))).toEqual([
      429,
      expect.stringMatching(/^Too many requests: at most 20 imports a minute\./),
    ]);
  });
});

describe('time limits of uploads (rule 16.2)', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Sends the head of a request and waits on a clock that the test sets. */
  async function startRequest(path: string, type: string) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const app = express().use(guardRequest, () => undefined);
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 99\r\n\r\nx`,
    );
    await once(server, 'request');
    const closed = once(socket, 'close');
    return { server, socket, closed, text: () => text };
  }

  test.each([
    ['/pipeline/new', 'application/x-www-form-urlencoded', 60_000],
    ['/api/pipelines', 'application/json', 60_000],
    ['/import', 'application/x-www-form-urlencoded', 60_000],
    ['/import', TYPE, 330_000],
    ['/Import.data', TYPE, 330_000],
    ['/api/pipelines/import', TYPE, 330_000],
    ['/api/pipelines/import', 'text/csv', 330_000],
  ])('a body at %s of type %s may take %i ms', async (path, type, patience) => {
    const { server, socket, closed, text } = await startRequest(path, type);
    vi.advanceTimersByTime(patience - 1);
    await new Promise(setImmediate);
    expect(text()).toBe('');
    vi.advanceTimersByTime(1);
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close/);
    socket.destroy();
    server.close();
  });

  test.each([
    ['/import/1', TYPE],
    ['/login', TYPE],
    ['/import', 'text/csv'],
    ['/api/pipelines', 'text/csv'],
  ])('a file at %s of type %s is refused with 415', async (path, type) => {
    const { server, socket, text } = await startRequest(path, type);
    await expect.poll(text).toMatch(/^HTTP\/1\.1 415 /);
    socket.destroy();
    server.close();
  });
});
