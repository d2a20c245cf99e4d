import { type Answers, describeError } from './describe.server';

export const EVALUATORS_ONLY: Answers = {
  403: describeError('The caller is not asked, or their API token is read-only.'),
  409: describeError('The round is closed, or the caller has recused themselves.'),
};
