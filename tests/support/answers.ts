import { respondWithError } from '~/http/responses/json.server';
import { catchDomainError, toDomainError } from '~/result.server';

/** `name=value` of a cookie that an answer sets, as the browser sends it back; undefined when it is not set. */
export function getCookie(answer: Response, name: string): string | undefined {
  return answer.headers
    .getSetCookie()
    .find((set) => set.startsWith(`${name}=`))
    ?.split(';', 1)[0];
}

/** The messages of a `Validation Error` by path, in order. */
export async function readErrors(answer: Response): Promise<Record<string, string[]>> {
  const { errors } = (await answer.json()) as { errors: { path: string; message: string }[] };
  const messagesByPath: Record<string, string[]> = {};
  for (const { path, message } of errors) (messagesByPath[path] ??= []).push(message);
  return messagesByPath;
}

/** Waits for what a domain function or a guard refuses, as it is answered. */
export async function catchResponse(work: Promise<unknown>): Promise<Response> {
  const thrown: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  const refused = toDomainError(thrown);
  if (refused) return respondWithError(refused);
  if (thrown instanceof Response) return thrown;
  throw new Error(`Nothing was refused: ${String(thrown)}`, { cause: thrown });
}

/** The status of what is refused; 200 when nothing is. */
export async function getStatus(work: Promise<unknown>): Promise<number> {
  return (await catchDomainError(() => work)).refused?.status ?? 200;
}

/** The status of what is refused, and the first field that it names. */
export async function getStatusAndField(work: Promise<unknown>): Promise<[number?, string?]> {
  const { refused: refusal } = await catchDomainError(() => work);
  return [refusal?.status, refusal?.errors?.[0]?.path];
}
