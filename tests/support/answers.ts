import { respondWithError } from '~/http/responses/json.server';
import { catchDomainError, toDomainError } from '~/result.server';

/** Returns a cookie of an answer as `name=value`; undefined when it is not set. */
export function getCookie(answer: Response, name: string): string | undefined {
  return answer.headers
    .getSetCookie()
    .find((set) => set.startsWith(`${name}=`))
    ?.split(';', 1)[0];
}

export async function readErrors(answer: Response): Promise<Record<string, string[]>> {
  const { errors } = (await answer.json()) as { errors: { path: string; message: string }[] };
  const messagesByPath: Record<string, string[]> = {};
  for (const { path, message } of errors) (messagesByPath[path] ??= []).push(message);
  return messagesByPath;
}

export async function catchResponse(work: Promise<unknown>): Promise<Response> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const error = toDomainError(thrown);
  if (error) return respondWithError(error);
  if (thrown instanceof Response) return thrown;
  throw new Error(`Nothing was refused: ${String(thrown)}`, { cause: thrown });
}

export async function getStatus(work: Promise<unknown>): Promise<number> {
  const result = await catchDomainError(() => work);
  return result.ok ? 200 : result.error.status;
}

export async function getStatusAndField(work: Promise<unknown>): Promise<[number?, string?]> {
  const result = await catchDomainError(() => work);
  return result.ok ? [] : [result.error.status, result.error.errors?.[0]?.path];
}
