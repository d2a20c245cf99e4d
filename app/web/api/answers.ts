import { z } from 'zod';

export const RefusalAnswer = z.object({
  message: z.string(),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('One for each wrong field; path names it, an entry of a list by its place.')
    .optional(),
  id: z.string().describe('Names the request in the server’s log; with 500 only.').optional(),
});

export const MessageAnswer = z.object({ message: z.string() });
