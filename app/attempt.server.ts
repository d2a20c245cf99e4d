import { databaseError } from '#db/errors';
import { logError } from '~/log.server';
import { Refusal, type RefusalKind } from '~/refusal';

const KINDS = { full: 'diskFull', busy: 'busy', unavailable: 'busy' } as const satisfies Record<
  string,
  RefusalKind
>;

/** The refusal itself, or the 503 or 507 for a failure of the database; undefined for any other error. */
export function refusalOf(thrown: unknown): Refusal | undefined {
  if (thrown instanceof Refusal) return thrown;
  const error = databaseError(thrown);
  if (!error) return undefined;
  if (error.cause) logError(error.cause);
  return new Refusal(KINDS[error.kind], { message: error.message }, 5);
}

type Outcome<T> = { value: T; refused?: undefined } | { value?: undefined; refused: Refusal };

/**
 * Returns the value of `work`, or the refusal that it threw. Rethrows anything else; with
 * `otherwise`, logs an error and returns a 500 with that message.
 */
export async function attempt<T>(work: () => Promise<T>, otherwise?: string): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (thrown) {
    const refused = refusalOf(thrown);
    if (refused) return { refused };
    if (!otherwise || !(thrown instanceof Error)) throw thrown;
    logError(thrown);
    return { refused: new Refusal('unexpected', { message: otherwise }) };
  }
}
