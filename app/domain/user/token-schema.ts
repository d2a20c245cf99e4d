import { z } from 'zod';
import { lineSchema } from '~/domain/text/schema';
import { MAX_TOKEN_NAME_LENGTH, TOKEN_LIFETIME_DAYS } from './token-options';

/** Prefix that secret scanners recognise. */
export const TOKEN_PREFIX = 'dp_';
export const TOKEN_PATTERN = /^dp_[\w-]{43}$/;

export const NewToken = z.object({
  name: lineSchema(MAX_TOKEN_NAME_LENGTH, 'Please enter a name'),
  access: z.enum(['read', 'write'], 'Please choose what the token may do'),
  days: z.enum(TOKEN_LIFETIME_DAYS, 'Please choose how long the token is valid'),
});
export type NewToken = z.output<typeof NewToken>;
export const TOKEN_FORM_FIELDS = { text: [...NewToken.keyof().options, 'intent', 'id'] } as const;
