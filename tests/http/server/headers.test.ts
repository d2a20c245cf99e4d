import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { setSecurityHeaders, SONNER_STYLE_HASHES } from '~/http/server/headers.server';

function headers(): { sent: Record<string, string>; nonce: unknown } {
  const sent: Record<string, string> = {};
  const response = {
    locals: {} as Record<string, unknown>,
    set: (more: Record<string, string>) => Object.assign(sent, more),
  };
  setSecurityHeaders({ path: '/' } as Request, response as unknown as Response, () => undefined);
  return { sent, nonce: response.locals.nonce };
}

test('the CSP allows scripts by a new nonce each time (ASVS 3.4.3)', () => {
  const first = headers();
  const two = headers();
  expect(first.nonce).not.toBe(two.nonce);
  const scripts = first.sent['Content-Security-Policy']!.split('; ').find((directive) =>
    directive.startsWith('script-src'),
  );
  expect(scripts).toBe(`script-src 'self' 'nonce-${String(first.nonce)}'`);
  expect(first.sent['Content-Security-Policy']).not.toContain('unsafe-inline');
});

test('the CSP allows the style sheet of the installed sonner', () => {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/index\.js$/, 'index.mjs'),
    'utf8',
  );
  const styles = JSON.parse(/__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(source)![1]!) as string;
  expect(SONNER_STYLE_HASHES).toContain(
    `'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  );
});
