import { z } from 'zod';
import type { Viewer } from '~/domain/access';
import { invalid, parseInput } from '~/errors';
import type { ToolAnswer } from './answer';

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  description: string;
  input: Input;
  /** Needs a token that may write, and counts as a write. */
  isWrite?: boolean;
  run(viewer: Viewer, input: z.output<Input>): Promise<ToolAnswer>;
}

/** Checks the types of `run` against `input`, and forgets them for lists of tools. */
export function defineTool<Input extends z.ZodObject>(tool: Tool<Input>): Tool {
  return tool;
}

/** Unlike the API, refuses unknown arguments: a filter or day that is left out is misread. */
export function parseArguments({ input }: Tool, sent: Record<string, unknown> = {}) {
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(input.shape, name));
  if (unknown.length)
    throw invalid(unknown.map((path) => ({ path, message: 'There is no such argument' })));
  return parseInput(input, sent);
}

export const DealId = z
  .int('Please send the id of a deal')
  .positive('Please send the id of a deal')
  .describe('The id of the deal.');

export const MAX_ITEMS = 100;

const INVALID_LIMIT = `Please send a number from 1 to ${MAX_ITEMS}`;

const ItemCount = z
  .int(INVALID_LIMIT)
  .min(1, INVALID_LIMIT)
  .max(MAX_ITEMS, INVALID_LIMIT)
  .describe('How many to give, at most.');

export const Limit = ItemCount.default(20);

/** For lists that give all they can unless asked for less. */
export const OptionalLimit = ItemCount.optional();

const INVALID_OFFSET = 'Please send a number from 0';

export const Offset = z
  .int(INVALID_OFFSET)
  .min(0, INVALID_OFFSET)
  .default(0)
  .describe('How many to skip, to get those that another answer left out.');
