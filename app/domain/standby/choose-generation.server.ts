import type { Generation, Litestream } from './litestream.server';
import type { StandbyOwner } from './owner.server';
import type { RecoverOptions } from './recover-options.server';

/** Later writes that the server knew of count as lost. */
const TOLERANCE_MS = 5_000;

export const SECOND_MS = 1_000;

export async function listGenerations(
  litestream: Litestream,
  { source }: RecoverOptions,
): Promise<Generation[]> {
  const generations = await litestream.listGenerations();
  if (generations.length) return generations;
  throw new Error(`${source} has no copy of a database`);
}

/**
 * Chooses the generation that the standby's owner named; a newer one of another server may be
 * empty. Throws where a person must decide.
 */
export function chooseGeneration(
  generations: Generation[],
  owner: StandbyOwner | undefined,
  { at, generation: wanted }: Pick<RecoverOptions, 'at' | 'generation'>,
): Generation {
  if (wanted !== undefined) {
    const found = generations.find(({ name }) => name === wanted);
    if (found) return found;
    throw new Error(
      `there is no series of copies called ${wanted}. ${describeGenerations(generations)}`,
    );
  }
  const startedGenerations = generations.filter(({ start }) => !at || start <= at);
  const [latest] = startedGenerations.toSorted(
    (left, right) => right.end.getTime() - left.end.getTime(),
  );
  if (!latest) throw new Error(`the copies begin later. ${describeGenerations(generations)}`);
  const named = startedGenerations.find(({ name }) => name === owner?.generation);
  const isSure = named
    ? at !== undefined || named === latest || !findLostWrite(named, owner)
    : startedGenerations.length === 1 || isContinuation(latest, startedGenerations, owner);
  if (isSure) return named ?? latest;
  throw new Error(
    `several series of copies may be meant; choose one with --generation. ${describeGenerations(generations)}`,
  );
}

function isContinuation(
  latest: Generation,
  generations: Generation[],
  owner: StandbyOwner | undefined,
): boolean {
  const isOwners = !owner || latest.start.getTime() <= owner.at + TOLERANCE_MS;
  return isOwners && !generations.some((other) => other !== latest && other.end > latest.start);
}

export function describeGenerations(generations: Generation[]): string {
  const lines = generations.map(
    ({ name, start, end }) => `${name} (${start.toISOString()} to ${end.toISOString()})`,
  );
  return `There is ${lines.join(', ')}`;
}

export function findLostWrite(
  { end }: Generation,
  owner: StandbyOwner | undefined,
): Date | undefined {
  const writtenAt = owner?.writtenAt ?? 0;
  // Litestream truncates `end` to the second.
  const toleranceMs = owner?.isOutdated ? 0 : TOLERANCE_MS + SECOND_MS;
  return writtenAt - end.getTime() > toleranceMs ? new Date(writtenAt) : undefined;
}
