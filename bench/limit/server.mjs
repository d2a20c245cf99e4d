// The limit: what the same answers cost with Node's http, better-sqlite3 and strings, on the same file. It answers the
// product's own addresses to the product's own cookie; nothing about it is meant for use.
import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { answers } from './answers.mjs';
import { viewerOf } from './database.mjs';

const { PORT, HOST, SESSION_SECRET } = process.env;

createServer((request, response) => {
  const url = new URL(request.url, 'http://limit');
  if (url.pathname === '/healthz') return response.end('ok');
  const viewer = viewerOf(sessionHash(request.headers.cookie));
  const [, path, id] = /^(\/[a-z/]+?)(?:\/(\d+))?$/.exec(url.pathname) ?? [];
  const answer = answers[`${request.method} ${path}${id ? '/ID' : ''}`];
  if (!viewer || !answer) return response.writeHead(viewer ? 404 : 401).end();
  let sent = '';
  request.on('data', (chunk) => (sent += chunk));
  request.on('end', () =>
    send(
      response,
      answer({ params: url.searchParams, id: Number(id), body: sent && JSON.parse(sent) }),
      request.headers['accept-encoding'] ?? '',
    ),
  );
}).listen(Number(PORT), HOST);
process.once('SIGTERM', () => process.exit(0));

function send(response, { type, body, compressed = false }, accepted) {
  const zip = !compressed && accepted.includes('gzip');
  const bytes = zip ? gzipSync(body) : Buffer.from(body);
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    ...(zip && { 'Content-Encoding': 'gzip' }),
  });
  response.end(bytes);
}

/** The hash under which the product keeps the session of its signed cookie. */
function sessionHash(cookies = '') {
  const value = decodeURIComponent(/session=([^;]*)/.exec(cookies)?.[1] ?? '');
  const [signed, signature] = value.split('.');
  if (
    !signature ||
    createHmac('sha256', SESSION_SECRET).update(signed).digest('base64').replace(/=+$/, '') !==
      signature
  )
    return '';
  return createHash('sha256')
    .update(JSON.parse(atob(signed)))
    .digest('hex');
}
