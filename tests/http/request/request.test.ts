import { describe, expect, it, test, vi } from 'vitest';
import { z } from 'zod';
import { conflict } from '~/errors';
import { endpoint } from '~/http/api/endpoint.server';
import { readForm } from '~/http/request/form.server';
import { readJson } from '~/http/request/json.server';
import { parseId } from '~/http/request/params.server';
import { parseSafePath } from '~/http/request/safe-path.server';
import { catchDomainError } from '~/result.server';
import { catchResponse } from '../../support/answers';
import { call, request } from '../../support/cast';

const HOSTILE = [
  ['', ' ', 'evil.com', '.evil.com', '@evil.com', '//evil.com', '///evil.com', '////evil.com'],
  ['//evil.com/%2f..', '//user@evil.com', '//evil.com:80/x', '/\\evil.com', '/\\/evil.com'],
  ['\\/evil.com', '\\\\evil.com', '/./\\evil.com', '/%5c/../\\evil.com', '/a\\b'],
  ['/\t/evil.com', '\t//evil.com', '/\n/evil.com', '/\r/evil.com', '/\r\n/evil.com'],
  ['/\0/evil.com', '/\u007f/evil.com', ' //evil.com', '/.//evil.com', '/..//evil.com'],
  ['/../..//evil.com', '/a/..//evil.com', '/a/../..//evil.com', '/%2e//evil.com'],
  ['/%2e%2e//evil.com', '/.%2e//evil.com', '/./..//evil.com/%2e%2e', 'http://evil.com'],
  ['https:evil.com', 'https:/evil.com', 'https:///evil.com', 'HtTpS://evil.com'],
  ['javascript:alert(1)', 'JaVaScRiPt://%0aalert(1)', 'data:text/html,x', 'vbscript:x'],
  ['blob:x', 'file:///etc/passwd', 'ftp://evil.com', '?to=//evil.com', '#//evil.com'],
  ['／／evil.com', '//evil。com', '//ⓔvil.com', '//[::1]/', '//0x7f.1', '/\u2028//evil.com\\'],
  ['//:@/', 'http:', '//', 'java\tscript:evil.com', '\u0001https://evil.com'],
  ['https:\n//evil.com', 'hTtP:\\\\evil.com', 'view-source:evil.com', 'ws://evil.com'],
  ['intent://evil.com', 'mailto:evil.com', '//2130706433', '//xn--evil'],
  ['//[::ffff:127.0.0.1]', '..//evil.com', '//evil.com/\r\nSet-Cookie: x=y'],
].flat();
const HARMLESS_LOOKING = [
  ['/%09/evil.com', '/%5cevil.com', '/%2f/evil.com', '/%2F%2Fevil.com', '/x//evil.com'],
  ['/／evil.com', '/。/evil.com', '/\u00a0/evil.com', '/\u2028/evil.com', '/\u200b/evil.com'],
  ['/http://evil.com', '/;//evil.com', '/@evil.com', '/x?to=//evil.com'],
  ['/x?a=https://evil.com', '/\u202e/moc.live', '/~', '/%00', '/\ufeff/evil.com'],
  ['/ /evil.com', '/:80//evil.com', '/https://evil.com/%00'],
].flat();

describe('safe paths (rule 12.4)', () => {
  test.each(HOSTILE)('the path %j is refused', (to) => {
    expect(parseSafePath(to)).toBeUndefined();
  });

  test.each([...HOSTILE, ...HARMLESS_LOOKING])(
    'the path %j never leads to another origin',
    (to) => {
      for (const base of ['https://fund.example/login', 'http://localhost:3000/a/b/']) {
        const path = parseSafePath(to);
        if (path === undefined) continue;
        expect(path).toMatch(/^\/(?![/\\])/);
        const resolved = new URL(path, base);
        expect(resolved.origin).toBe(new URL(base).origin);
        expect(new URL(resolved.pathname + resolved.search, base).origin).toBe(
          new URL(base).origin,
        );
      }
    },
  );

  test.each([
    ['/', '/'],
    ['/dashboard?sort=oldest&search=a%20b', '/dashboard?sort=oldest&search=a%20b'],
    ['/pipeline/7/edit#top', '/pipeline/7/edit'],
    ['/a/../b', '/b'],
    ['/search?q=中文', '/search?q=%E4%B8%AD%E6%96%87'],
  ])('the path %j is accepted as %j', (to, kept) => {
    expect(parseSafePath(to)).toBe(kept);
  });

  test('a missing path stays undefined', () => {
    expect(parseSafePath(null)).toBeUndefined();
    expect(parseSafePath(undefined)).toBeUndefined();
  });
});

describe('ids', () => {
  test.each(['1', '42', '999999999999999'])('%s is an id', (id) =>
    expect(parseId(id)).toBe(Number(id)),
  );

  test.each([
    undefined,
    '',
    '0',
    '01',
    '-1',
    '1.0',
    '1e3',
    ' 1',
    '1 ',
    '0x1',
    '１',
    'abc',
    '9999999999999999',
    'constructor',
  ])('the id %j is 404', async (id) => {
    expect((await catchResponse(Promise.resolve().then(() => parseId(id)))).status).toBe(404);
  });
});

function posted(body: BodyInit, type?: string): Request {
  const sent = new Request('http://localhost:3000/x', {
    method: 'POST',
    body,
    duplex: 'half',
  } as RequestInit);
  sent.headers.delete('Content-Type');
  if (type) sent.headers.set('Content-Type', type);
  return sent;
}

describe('bodies that are not UTF-8 (rule 11.33)', () => {
  const JSON_TYPE = 'application/json';
  const FORM_TYPE = 'application/x-www-form-urlencoded';
  const around = (begin: string, bytes: number[], end: string) =>
    Buffer.concat([Buffer.from(begin), Buffer.from(bytes), Buffer.from(end)]);

  test.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]], [[0xc0, 0xaf]], [[0xf0, 0x9f, 0x98]]])(
    'the bytes %j are refused with 400 in JSON and forms',
    async (bytes) => {
      const percent = bytes.map((byte) => `%${byte.toString(16)}`).join('');
      for (const refused of [
        readJson(posted(around('{"a":"', bytes, '"}'), JSON_TYPE), z.unknown()),
        readJson(posted(around('"é', bytes, ''), JSON_TYPE), z.unknown()),
        readForm(posted(around('a=', bytes, ''), FORM_TYPE), { text: ['a'] }),
        readForm(posted(`b=1&a=e${percent}`, FORM_TYPE), { text: ['a'] }),
        readForm(posted(`${percent.toUpperCase()}=1`, FORM_TYPE), { text: ['a'] }),
      ]) {
        const answer = await catchResponse(refused);
        expect([answer.status, await answer.json()]).toEqual([
          400,
          { message: 'The body is not valid UTF-8.' },
        ]);
      }
    },
  );

  test('valid UTF-8 is read, encoded or not, in any chunks', async () => {
    const text = 'é森😀\ufffd %zz %';
    const bytes = Buffer.from(JSON.stringify({ text }));
    const body = new ReadableStream({
      start(stream) {
        for (const byte of bytes) stream.enqueue(Uint8Array.of(byte));
        stream.close();
      },
    });
    expect(await readJson(posted(body, JSON_TYPE), z.unknown())).toEqual({ text });
    for (const form of [`a=${encodeURIComponent(text)}`, `a=${text.replaceAll(' ', '+')}`])
      expect((await readForm(posted(form, FORM_TYPE), { text: ['a'] })).get('a')).toBe(text);
  });
});

describe('JSON bodies (rule 11.23)', () => {
  const Anything = z.unknown();

  test.each(['', '{', "{'a':1}", 'undefined', '[1,]', '{"a":1}}', 'NaN'])(
    'the invalid JSON body %j is refused with 400',
    async (body) => {
      const answer = await catchResponse(readJson(posted(body, 'application/json'), Anything));
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ message: 'The body is not valid JSON.' });
    },
  );

  test.each([
    undefined,
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/json',
    'application/json+x',
  ])('the content type %s is refused with 415', async (type) => {
    const answer = await catchResponse(readJson(posted('{}', type), Anything));
    expect(answer.status).toBe(415);
    expect(await answer.json()).toEqual({ message: 'Please send application/json.' });
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    ' application/json ;x=y',
  ])('the content type %j is accepted', async (type) => {
    expect(await readJson(posted('{"a":[1,"é"]}', type), Anything)).toEqual({ a: [1, 'é'] });
  });

  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  test.each([
    nested(22),
    nested(10_000),
    nested(400_000),
    `${'{"a":'.repeat(22)}1${'}'.repeat(22)}`,
    `[${'1,'.repeat(1_000)}1]`,
    `[${'[[]],'.repeat(501)}1]`,
  ])('a body beyond 20 levels or 1,000 fields is refused: %#', async (body) => {
    const answer = await catchResponse(readJson(posted(body, 'application/json'), Anything));
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { message: 'The body is nested too deeply, or has too many fields.' },
    ]);
  });

  test.each([nested(21), `[${'1,'.repeat(999)}1]`])(
    'a body of 20 levels or 1,000 fields is accepted: %#',
    async (body) => {
      expect(await readJson(posted(body, 'application/json'), Anything)).toEqual(JSON.parse(body));
    },
  );

  test('a JSON body over 1 MB, counted in bytes, is refused', async () => {
    const fits = JSON.stringify('é'.repeat(499_999));
    expect(Buffer.byteLength(fits)).toBe(1_000_000);
    expect(await readJson(posted(fits, 'application/json'), z.string())).toHaveLength(499_999);
    const answer = await catchResponse(
      readJson(posted(`${fits} `, 'application/json'), z.string()),
    );
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ message: 'The request is too large.' });
  });

  test('a body without a length is read only up to the limit', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => (pulled++, controller.enqueue(new Uint8Array(100_000).fill(32))),
    });
    const reading = readJson(posted(endless, 'application/json'), Anything);
    expect((await catchResponse(reading)).status).toBe(413);
    expect(pulled).toBeLessThan(20);
  });

  test('a body that fails its schema is 400 with path and message', async () => {
    const answer = await catchResponse(
      readJson(
        posted('{"a":{"b":[1,"x"]}}', 'application/json'),
        z.object({ a: z.object({ b: z.array(z.number('no number')) }) }),
      ),
    );
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      message: 'Validation Error',
      errors: [{ path: 'a.b.1', message: 'no number' }],
    });
  });
});

describe('form bodies', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const FIELDS = {
    text: ['companyName', 'marketSize', 'take-companyName'],
    lists: ['tags'],
  } as const;
  const read = async (sent: [string, string][]) => [
    ...(await readForm(request('POST', '/x', { form: sent }), FIELDS)),
  ];

  test('line ends of a form become LF', async () => {
    const sent = request('POST', '/x', { form: { text: 'a\r\nb\rc\nd\r\n\r\ne' } });
    expect((await readForm(sent, { text: ['text'] })).get('text')).toBe('a\nb\nc\nd\n\ne');
  });

  test('a declared list is read as a list in any script', async () => {
    const tags: [string, string][] = [
      ['tags', 'AI'],
      ['tags', '医疗'],
    ];
    expect(await read([...tags, ['take-companyName', 'mine']])).toEqual([
      ['take-companyName', 'mine'],
      ...tags,
    ]);
  });

  test('the last of several values of a single field counts', async () => {
    const sent: [string, string][] = [
      ['marketSize', '1'],
      ['companyName', 'a'],
      ['marketSize', '2'],
    ];
    expect(await read(sent)).toEqual([
      ['companyName', 'a'],
      ['marketSize', '2'],
    ]);
  });

  test('an empty list differs from a list that was not sent', async () => {
    expect(await read([['tags', '']])).toEqual([['tags', '']]);
    expect(
      await read([
        ['tags', 'AI'],
        ['tags', ''],
      ]),
    ).toEqual([['tags', 'AI']]);
    expect(await read([])).toEqual([]);
  });

  test.each([undefined, 'application/json', 'multipart/form-data; boundary=x', 'text/plain'])(
    'the form content type %s is refused with 415',
    async (type) => {
      expect((await catchResponse(readForm(posted('a=b', type), FIELDS))).status).toBe(415);
    },
  );

  test('a form over 256 KB is refused with 413', async () => {
    const most = 256 * 1024;
    const send = (length: number) =>
      readForm(posted(`a=${'x'.repeat(length - 2)}`, FORM), { text: ['a'] });
    expect((await send(most)).get('a')).toHaveLength(most - 2);
    expect((await catchResponse(send(most + 1))).status).toBe(413);
  });

  test('a form of more than 1,000 fields is refused with 413', async () => {
    const send = (count: number) =>
      readForm(posted('tags=a&'.repeat(count), FORM), { lists: ['tags'] });
    expect((await send(1_000)).getAll('tags')).toHaveLength(1_000);
    expect((await catchResponse(send(1_001))).status).toBe(413);
  });

  test('fields that a form does not declare are dropped', async () => {
    const hostile = [
      'companyName[999999999]',
      'companyName.x',
      '__intent__',
      '__state__',
      '__proto__',
      'a]b',
      '',
      'companyname',
      'comments',
    ].map((name): [string, string] => [name, 'x']);
    expect(await read([...hostile, ['companyName', 'kept']])).toEqual([['companyName', 'kept']]);
  });
});

describe('the key __proto__ in a JSON body (rule 11.35)', () => {
  const Anything = z.object({
    fields: z.record(z.string(), z.string()).optional(),
    list: z.array(z.object({ name: z.string() })).optional(),
  });
  const readAnything = (body: string) => readJson(posted(body, 'application/json'), Anything);

  test.each([
    ['__proto__', '{"__proto__": {"isAdmin": true}}'],
    ['fields.__proto__', '{"fields": {"__proto__": "this"}}'],
    ['list.1.__proto__', '{"list": [{"name": "x"}, {"name": "x", "__proto__": null}]}'],
  ])('a __proto__ key is refused at %s', async (path, body) => {
    const refused = await catchResponse(readAnything(body));
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      errors: [{ path, message: 'There is no such field' }],
    });
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])(
    'the key %s is accepted as any other',
    async (key) => {
      const read = await readAnything(JSON.stringify({ fields: { [key]: 'this' } }));
      expect(Object.entries(read.fields!)).toEqual([[key, 'this']]);
    },
  );
});

describe('endpoint methods', () => {
  const route = {
    loader: endpoint({
      GET: async ({ request }) => new Response(`read by ${request.method}`),
      PUT: async () => new Response('written'),
    }),
  };
  const both = { ...route, action: route.loader };

  it('an endpoint calls the function of the method', async () => {
    expect(await (await call(both, 'GET', '/x')).text()).toBe('read by GET');
    expect(await (await call(both, 'PUT', '/x')).text()).toBe('written');
  });

  it('an endpoint answers HEAD as GET', async () => {
    const answer = await call(both, 'HEAD', '/x');
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('read by HEAD');
  });

  test.each(['POST', 'DELETE', 'PATCH', 'OPTIONS'])(
    'an endpoint refuses %s with 405 and Allow',
    async (method) => {
      const answer = await call(both, method, '/x');
      expect(answer.status).toBe(405);
      expect(answer.headers.get('Allow')).toBe('GET, HEAD, PUT');
      expect(await answer.json()).toEqual({ message: 'This method is not allowed here.' });
    },
  );

  it('an endpoint without GET does not allow HEAD', async () => {
    const writing = endpoint({ POST: async () => new Response() });
    expect(
      (await call({ loader: writing, action: writing }, 'GET', '/x')).headers.get('Allow'),
    ).toBe('POST');
  });
});

describe('catching domain errors', () => {
  const thrower = (thrown: unknown) => () => Promise.reject(thrown);

  test('a domain error is returned, and so is a value', async () => {
    expect(await catchDomainError(async () => 7)).toEqual({ ok: true, value: 7 });
    const error = { status: 409, message: 'Taken.', body: { message: 'Taken.' } };
    const result = await catchDomainError(thrower(conflict('Taken.')));
    expect(result).toMatchObject({ ok: false, error });
  });

  test('anything but a domain error is thrown', async () => {
    const redirected = new Response(null, { status: 302 });
    await expect(catchDomainError(thrower(redirected), 'Later.')).rejects.toBe(redirected);
    await expect(catchDomainError(thrower(new Error('broken')))).rejects.toThrow('broken');
  });

  test('an unexpected error with a fallback message is logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const result = await catchDomainError(thrower(new Error('broken')), 'Later.');
    expect(result).toMatchObject({ ok: false, error: { status: 500, message: 'Later.' } });
    expect(logged).toHaveBeenCalledOnce();
    logged.mockClear();
  });
});
