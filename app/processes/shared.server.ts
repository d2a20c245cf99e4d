import { type BirpcReturn, createBirpc } from 'birpc';
import { announceStatistics } from '#db/statistics';
import { takeTurnsIn } from '#db/transaction';
import { TurnsInBatches } from '#db/turns';
import { type Figures, joinedFigures, ownFigures } from './figures.server';
import { type HoldKind, Holds, type NoRoom } from './holds.server';

/**
 * What all processes of the server share. It is kept in the only one, or in the primary, which the
 * others ask.
 */

/** What a process asks of the primary. */
export interface Primary {
  /** Resolves when the database can be joined. */
  ready(): Promise<void>;
  takeTurn(): Promise<void>;
  takeTurnIfIdle(): Promise<boolean>;
  endTurn(): void;
  takeHold(kind: HoldKind, key: string): NoRoom | undefined;
  letGo(kind: HoldKind, key: string): void;
  /** Of all processes, the primary first. */
  figures(): Promise<Figures[]>;
  statisticsChanged(): void;
}

/** What the primary asks of a process. */
export interface Serving {
  figures(): Figures;
  reloadStatistics(): Promise<void>;
  stop(): void;
}

/** They wait as long as it takes: who dies is noticed by the end of its connection. */
export const PATIENCE = { timeout: -1 };

export const holds = new Holds();
let primary: BirpcReturn<Primary, Serving> | undefined;

/** In one of several processes: from now on the primary is asked. */
export function linkToPrimary(serving: Serving): BirpcReturn<Primary, Serving> {
  primary = createBirpc<Primary, Serving>(serving, {
    ...PATIENCE,
    post: (message) => process.send!(message, undefined, undefined, () => undefined),
    on: (receive) => process.on('message', receive),
  });
  const { takeTurn: take, takeTurnIfIdle: takeIfIdle, endTurn } = primary;
  const shared = {
    take: () => take(),
    takeIfIdle: () => takeIfIdle(),
    end: () => endTurn.asEvent(),
  };
  takeTurnsIn(new TurnsInBatches(shared));
  announceStatistics(() => void primary?.statisticsChanged.asEvent());
  return primary;
}

/** Holds something until `letGo`. Returns why there is no room, or undefined. */
export async function takeHold(kind: HoldKind, key: string): Promise<NoRoom | undefined> {
  return primary ? primary.takeHold(kind, key) : holds.take(kind, key);
}

export function letGo(kind: HoldKind, key: string): void {
  if (primary) void primary.letGo.asEvent(kind, key);
  else holds.letGo(kind, key);
}

/** For the System page: of all processes that answer within a second. */
export async function readFigures() {
  return joinedFigures(primary ? await primary.figures() : [ownFigures()]);
}
