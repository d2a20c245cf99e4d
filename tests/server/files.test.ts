import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getCookies } from '../support/actors';
import { LEAVE_AT } from '../support/leaving-clients';
import { ADMIN, type RunningServer, startServer } from '../support/running-server';

const MB = 1024 * 1024;
const flags = mkdtempSync(join(tmpdir(), 'pipeline-full-'));
const full = join(flags, 'full');
let server: RunningServer;
let cookie: string;
let deal: number;
beforeAll(async () => {
  server = await startServer({
    env: { NODE_OPTIONS: '--import ./tests/support/full-disk.mjs', FULL_DISK: full },
  });
  cookie = getCookies(await server.ask('POST', '/api/auth/login', { json: ADMIN }));
});
afterAll(async () => {
  await server.stop();
  rmSync(flags, { recursive: true });
});
beforeEach(async () => {
  const json = { companyName: `Gantrywell ${Math.random()}` };
  const { text } = await server.ask('POST', '/api/pipelines', { cookie, json });
  deal = (JSON.parse(text) as { id: number }).id;
});

const computeHash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const folder = () => `${server.database}.files`;
const stored = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const unfinished = () => stored().filter((name) => name.endsWith('.part'));

const HEADERS = { 'Content-Type': 'multipart/form-data; boundary=limit' };
function buildForm(
  bytes: Buffer | string,
  head = 'filename="deck.pdf"',
  type = 'text/plain',
): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--limit\r\nContent-Disposition: form-data; name="file"; ${head}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n--limit--\r\n'),
  ]);
}
async function add(body: Buffer, path = `/api/pipelines/${deal}/files`) {
  const { status, text } = await server.ask('POST', path, { cookie, body, headers: HEADERS });
  return { status, answer: JSON.parse(text || '{}') as { id: number; message: string } };
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.ask(method, path, { cookie, headers });
async function addFile(...form: Parameters<typeof buildForm>): Promise<string> {
  return `/api/pipelines/${deal}/files/${(await add(buildForm(...form))).answer.id}`;
}

describe('a download (rule 26.4)', () => {
  test('a download is complete, typed as data and runs nothing', async () => {
    const path = await addFile('<script>1</script>', 'filename="a.html"', 'text/html');
    for (const query of ['', '?view', '?inline=1&download=0']) {
      const { status, headers, text } = await get(path + query);
      expect([status, text]).toEqual([200, '<script>1</script>']);
      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename="a.html"; filename*=UTF-8''a.html`,
        'cache-control': 'private, no-store, no-transform',
        etag: `"${computeHash(Buffer.from('<script>1</script>'))}"`,
        'content-length': '18',
        'accept-ranges': 'bytes',
      });
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  test.each([
    ['bytes=-10', 206],
    ['bytes=-11', 206],
    ['bytes=-99999999999999999999', 206],
    ['bytes=0-1, -11', 206],
    ['bytes=-0', 416],
    ['bytes=0-1,-3', 200],
  ])('a range of %s of ten bytes is %i', async (Range, status) => {
    const answer = await get(await addFile('0123456789'), { Range });
    expect([answer.status, answer.headers['content-range']]).toEqual([
      status,
      { 200: undefined, 206: 'bytes 0-9/10', 416: 'bytes */10' }[status],
    ]);
    if (status !== 416) expect(answer.text).toBe('0123456789');
  });

  test('a download supports ranges, 304 and HEAD', async () => {
    const path = await addFile('0123456789');
    const etag = (await get(path)).headers.etag!;
    const part = async (headers: Record<string, string>) => {
      const { status, headers: sent, text } = await get(path, headers);
      return [status, text, sent['content-range']];
    };
    expect(await part({ Range: 'bytes=2-4' })).toEqual([206, '234', 'bytes 2-4/10']);
    expect(await part({ Range: 'bytes=7-' })).toEqual([206, '789', 'bytes 7-9/10']);
    expect(await part({ Range: 'bytes=-2' })).toEqual([206, '89', 'bytes 8-9/10']);
    expect(await part({ Range: 'bytes=2-4', 'If-Range': etag })).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ]);
    const whole = [200, '0123456789', undefined];
    expect(await part({ Range: 'bytes=2-4', 'If-Range': '"other"' })).toEqual(whole);
    expect(await part({ Range: 'lines=1-2' })).toEqual(whole);
    expect(await part({ Range: 'bytes=10-' })).toEqual([
      416,
      '{"message":"Range Not Satisfiable"}',
      'bytes */10',
    ]);
    const known = await get(path, { 'If-None-Match': etag });
    expect([known.status, known.text, known.headers.etag]).toEqual([304, '', etag]);
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
    const head = await get(path, {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '10']);
    expect((await get(`${path}.data`)).status).toBe(404);
  });

  test('a download of an empty file is empty', async () => {
    const { status, text, headers } = await get(await addFile(''));
    expect([status, text, headers['content-length']]).toEqual([200, '', '0']);
  });

  test.each([
    ['filename="报告.pdf"', `filename="__.pdf"; filename*=UTF-8''%E6%8A%A5%E5%91%8A.pdf`],
    ['filename="..\\..\\a.txt"', `filename="a.txt"; filename*=UTF-8''a.txt`],
    [
      `filename*=UTF-8''it%27s%20%E2%80%AE%22%2a.txt`,
      `filename="it's _*.txt"; filename*=UTF-8''it%27s%20%22%2A.txt`,
    ],
  ])('the name of %s survives in the header', async (head, said) => {
    const { headers } = await get(await addFile('x', head));
    expect(headers['content-disposition']).toBe(`attachment; ${said}`);
  });

  test('a download without its bytes is 404 with a sentence', async () => {
    const path = await addFile('lost');
    rmSync(join(folder(), computeHash(Buffer.from('lost'))));
    const { status, text } = await get(path);
    expect([status, text]).toEqual([
      404,
      expect.stringContaining('contents of this file are missing'),
    ]);
  });
});

describe('viewing a file (rule 26.5)', () => {
  test.each([
    ['%PDF-1.7', 'text/html', 'inline', 'application/pdf'],
    ['GIF89a', 'application/pdf', 'inline', 'image/gif'],
    ['<svg/>', 'image/png', 'attachment', 'image/png'],
    ['<script>', 'application/pdf', 'attachment', 'application/pdf'],
  ])('viewing a file that begins with %s and was sent as %s', async (bytes, type, way, shown) => {
    const id = (await add(buildForm(bytes, undefined, type))).answer.id;
    const { headers } = await get(`/pipeline/${deal}/files/${id}?view`);
    expect([headers['content-disposition']!.split(';')[0], headers['content-type']]).toEqual([
      way,
      shown,
    ]);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    const plain = await get(`/pipeline/${deal}/files/${id}`);
    expect(plain.headers['content-disposition']).toMatch(/^attachment;/);
  });
});

describe('an upload (rule 26.2)', () => {
  test('an upload of 50 MB returns intact and takes little memory', async () => {
    const bytes = randomBytes(50 * MB);
    const before = readPeakMemory();
    const path = await addFile(bytes);
    const back = await readBytes(path);
    expect(computeHash(back)).toBe(computeHash(bytes));
    const grown = readPeakMemory() - before;
    console.log(`50 MB in and out: the server grew by ${grown.toFixed(0)} MB`);
    expect(grown).toBeLessThan(30);
  }, 60_000);

  test('a too large upload gets its message and leaves nothing', async () => {
    const before = stored();
    const large = buildForm(Buffer.alloc(50 * MB + 1));
    const said = { status: 413, answer: { message: 'deck.pdf is larger than 50 MB.' } };
    expect(await add(large)).toEqual(said);
    expect(stored()).toEqual(before);
    const { status, text } = await server.ask('POST', `/pipeline/${deal}/files`, {
      cookie,
      body: large,
      headers: HEADERS,
    });
    expect([status, text.includes('deck.pdf is larger than 50 MB.')]).toEqual([413, true]);
    const refused = await server.ask('POST', `/api/pipelines/${deal}/files`, {
      cookie,
      json: {},
    });
    expect(refused.status).toBe(415);
    expect(stored()).toEqual(before);
  }, 60_000);

  test.each(Object.keys(LEAVE_AT).filter((stage) => stage !== 'after the body'))(
    'an upload aborted %s leaves nothing',
    async (stage) => {
      const before = stored();
      const body = buildForm(randomBytes(200_000));
      const path = `/api/pipelines/${deal}/files`;
      const headers = { ...HEADERS, Cookie: cookie };
      for (let n = 0; n < 3; n++)
        await LEAVE_AT[stage]!(server.port, { method: 'POST', path, headers, body });
      await expect.poll(stored, { timeout: 5_000 }).toEqual(before);
      expect((await get(path)).text).toBe('[]');
      expect((await add(buildForm('places are free again'))).status).toBe(201);
    },
  );

  test('an upload that the server dies in is gone after a restart', async () => {
    const headers = { ...HEADERS, Cookie: cookie, 'Content-Length': String(MB) };
    const upload = send({
      port: server.port,
      method: 'POST',
      path: `/api/pipelines/${deal}/files`,
      headers,
    }).on('error', () => undefined);
    upload.write(buildForm(randomBytes(MB / 2)).subarray(0, MB / 2));
    await expect.poll(unfinished, { timeout: 5_000 }).toHaveLength(1);
    await server.kill();
    await server.restart();
    await expect.poll(unfinished, { timeout: 5_000 }).toEqual([]);
    expect((await get(`/api/pipelines/${deal}/files`)).text).toBe('[]');
  });
});

describe('on a full disk (rule 26.2)', () => {
  afterEach(() => rmSync(full));

  test('an upload is refused with a sentence', async () => {
    writeFileSync(full, '100');
    expect(await add(buildForm('x'))).toEqual({
      status: 507,
      answer: { message: expect.stringContaining('not enough disk space') as string },
    });
  });
});

function readBytes(path: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    send({ port: server.port, path, headers: { Cookie: cookie } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => resolve(Buffer.concat(pieces)));
    })
      .on('error', reject)
      .end();
  });
}

function readPeakMemory(): number {
  const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
}
