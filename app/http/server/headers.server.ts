import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { isHttps } from '~/env.server';

/** Hashes of sonner's inline style sheet, and of the empty one that it starts with. */
export const SONNER_STYLE_HASHES = [
  "'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='",
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
].join(' ');

function buildContentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}' ${SONNER_STYLE_HASHES}`,
    "img-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Shared pages have their key in the address (rule 26.12). */
function isSharePage({ path }: Request): boolean {
  return /^\/share(\/|$)/i.test(path.replace(/%[\da-f]{2}/gi, decodeByte));
}

const decodeByte = (byte: string) => String.fromCharCode(parseInt(byte.slice(1), 16));

export function setSecurityHeaders(request: Request, response: Response, next: NextFunction): void {
  const nonce = randomBytes(16).toString('base64');
  response.locals.nonce = nonce;
  response.set({
    'Content-Security-Policy': buildContentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': isSharePage(request) ? 'no-referrer' : 'same-origin',
    ...(isSharePage(request) && { 'X-Robots-Tag': 'noindex' }),
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isHttps && { 'Strict-Transport-Security': 'max-age=31536000' }),
  });
  next();
}

export function setNoStore(request: Request, response: Response, next: NextFunction): void {
  response.set('Cache-Control', isSharePage(request) ? 'private, no-store' : 'no-store');
  next();
}
