export class StandbyError extends Error {
  override name = 'StandbyError';
}

export function rethrowAsStandbyError(folder: string) {
  return (error: unknown) => {
    throw toStandbyError(error, folder);
  };
}

const ERROR_REASONS: Record<string, string> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be written by the user of the server',
  EPERM: 'may not be written by the user of the server',
  EROFS: 'may only be read',
  ENOSPC: 'is on a disk that is full',
  EDQUOT: 'is on a disk that is full',
};

export function toStandbyError(error: unknown, folder: string): Error {
  if (error instanceof StandbyError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const reason = ERROR_REASONS[code] ?? `cannot be used: ${message}`;
  return new StandbyError(`${folder} ${reason}.`, { cause: error });
}
