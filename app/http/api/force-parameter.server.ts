import { describeEnum, describeQueryParameter } from './describe.server';

export const FORCE_PARAMETER = describeQueryParameter(
  'force',
  'Whether to leave possibleDuplicates out of the answer.',
  describeEnum(['true', 'false'], 'false'),
);
