import { z } from 'zod';
import { lineSchema } from '~/domain/text/schema';

export const MAX_TOKEN_NAME_LENGTH = 100;
export const MAX_TOKENS = 20;
export const TOKEN_LIFETIME_DAYS = ['30', '90', '365'] as const;
export const DEFAULT_TOKEN_LIFETIME_DAYS = '90';

export const TOKEN_ACCESS_LABELS = { read: 'Read-only', write: 'Read and write' } as const;

/** Prefix that secret scanners recognise. */
export const TOKEN_PREFIX = 'dp_';
export const TOKEN_PATTERN = /^dp_[\w-]{43}$/;

export const NewToken = z.object({
  name: lineSchema(MAX_TOKEN_NAME_LENGTH, 'Please enter a name'),
  access: z.enum(['read', 'write'], 'Please choose what the token may do'),
  days: z.enum(TOKEN_LIFETIME_DAYS, 'Please choose how long the token is valid'),
});
export type NewToken = z.output<typeof NewToken>;
export const TOKEN_FORM = { text: [...NewToken.keyof().options, 'intent', 'id'] } as const;
