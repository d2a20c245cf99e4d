import SQLite from 'better-sqlite3';

type SqliteError = InstanceType<typeof SQLite.SqliteError>;

export type DatabaseFailure = 'full' | 'busy' | 'overtaken' | 'unavailable';

const MESSAGES: Record<DatabaseFailure, string> = {
  full: 'The disk is full. Nothing was saved. Please tell your administrator.',
  busy: 'The database is busy. Please try again in a moment.',
  overtaken:
    'Others keep changing the same data, so nothing was saved. Please try again in a moment.',
  unavailable:
    'The database is currently unavailable. Nothing was saved. Please tell your administrator.',
};

/** Failure of the database itself, not of a query. `cause` is SQLite's error, if any. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';

  constructor(
    readonly kind: DatabaseFailure,
    cause?: SqliteError,
  ) {
    super(MESSAGES[kind], { cause });
  }
}

const FAILURES: [code: string, kind: DatabaseFailure][] = [
  ['SQLITE_FULL', 'full'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_READONLY', 'unavailable'],
  ['SQLITE_IOERR', 'unavailable'],
  ['SQLITE_CORRUPT', 'unavailable'],
  ['SQLITE_NOTADB', 'unavailable'],
  ['SQLITE_CANTOPEN', 'unavailable'],
];

export function toDatabaseError(error: unknown): DatabaseError | undefined {
  if (error instanceof DatabaseError) return error;
  const cause = findSqliteError(error);
  const kind = cause && FAILURES.find(([code]) => cause.code.startsWith(code))?.[1];
  return kind && new DatabaseError(kind, cause);
}

export function isUniqueViolation(error: unknown): boolean {
  return /^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/.test(findSqliteError(error)?.code ?? '');
}

/** A row that the written one refers to is gone, such as the account of the user who writes. */
export function isForeignKeyViolation(error: unknown): boolean {
  return findSqliteError(error)?.code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
}

function findSqliteError(error: unknown): SqliteError | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return cause instanceof SQLite.SqliteError ? cause : undefined;
}

/** Another process uses the database. Nothing was changed. */
export class DatabaseInUseError extends Error {
  override name = 'DatabaseInUseError';

  constructor(database: string, cause: unknown) {
    super(
      `${database} is in use by another process. Stop the server and the standby (Litestream) first, or try again in a moment; nothing was changed.`,
      { cause },
    );
  }
}

/** A database, backup or archive whose bytes are wrong; a missing right is no damage. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError';
}

export function describeFileError(name: string, error: SqliteError): Error {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
    ? new DamagedFileError(`${name} is damaged: ${error.message}`, { cause: error })
    : new DatabaseOpenError(name, error);
}

export class DatabaseOpenError extends Error {
  override name = 'DatabaseOpenError';

  constructor(path: string, cause: unknown) {
    const { message, code = '' } = cause as Error & { code?: string };
    const reason = OPEN_ERROR_REASONS.find(([known]) => code.startsWith(known))?.[1];
    super(reason ? `${path} ${reason}` : message, { cause });
  }
}

const OPEN_ERROR_REASONS: [code: string, reason: string][] = [
  [
    'SQLITE_NOTADB',
    'is not a database, or its beginning is damaged. Restore a backup: npm run restore FILE',
  ],
  ['SQLITE_CORRUPT', 'is damaged. Restore a backup: npm run restore FILE'],
  ['SQLITE_READONLY', 'cannot be written by this user'],
  ['SQLITE_CANTOPEN', 'cannot be opened or created by this user'],
  ['SQLITE_BUSY', 'is locked by another program'],
  ['SQLITE_FULL', 'cannot grow: the disk is full'],
  ['ENOSPC', 'cannot grow: the disk is full'],
  ['EACCES', 'cannot be opened or created by this user'],
  ['EPERM', 'cannot be opened or created by this user'],
  ['EROFS', 'is on a disk that cannot be written'],
];
