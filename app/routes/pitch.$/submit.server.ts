import { assertDiskSpace, discardReceivedFiles } from '~/domain/attachment/content.server';
import { addPitch, hasPitch } from '~/domain/pitch/add.server';
import { assertPitchesLeft } from '~/domain/pitch/daily-limit.server';
import {
  createPitchSchema,
  PITCH_FIELDS,
  type PitchField,
  type PitchInput,
} from '~/domain/pitch/schema';
import { type DomainError, type FieldError, invalid, toFieldErrors } from '~/errors';
import type { RouteArgs } from '~/http/api/endpoint.server';
import { getNetworks } from '~/http/request/client-address.server';
import { acquirePitchSlot } from '~/http/session/slots.server';
import { withPitchThrottle } from '~/http/session/throttle.server';
import { catchDomainError } from '~/result.server';
import { type SentPitch, TRAP_FIELD } from './page';
import { MAX_PITCH_BYTES, type ReceivedPitch, receivePitch } from './receive.server';

type OfferedValues = Parameters<typeof createPitchSchema>[0];

interface RejectedPitch {
  status: number;
  retryAfter: number | undefined;
  sent: SentPitch;
}

export async function submitPitch(
  { request, context }: RouteArgs,
  offered: OfferedValues,
): Promise<RejectedPitch | undefined> {
  const pitch: ReceivedPitch = { values: {}, files: [], unstoredFiles: [], hadFiles: false };
  const address = context.address ?? '';
  const result = await catchDomainError(async () => {
    const release = acquirePitchSlot({ id: getNetworks(address).network });
    try {
      await receiveAndStore(request, address, pitch, offered);
    } finally {
      discardReceivedFiles(pitch.files);
      release();
    }
  });
  return result.ok ? undefined : describeRejection(result.error, pitch);
}

async function receiveAndStore(
  request: Request,
  address: string,
  pitch: ReceivedPitch,
  offered: OfferedValues,
): Promise<void> {
  let isAllowed = false;
  try {
    await withPitchThrottle(address, async () => {
      await assertPitchesLeft();
      isAllowed = true;
      const size = Number(request.headers.get('content-length') ?? 0);
      await assertDiskSpace(Math.min(size, MAX_PITCH_BYTES));
      await receivePitch(request, pitch, { storesFiles: true });
      if (pitch.values[TRAP_FIELD]?.some(Boolean)) return false;
      return addPitch(parsePitch(pitch, offered), pitch.files);
    });
  } catch (error) {
    if (isAllowed) throw error;
    // The page shows the typed values again.
    await receivePitch(request, pitch, { storesFiles: false });
    if (!(await isRepeatedPitch(pitch, offered))) throw error;
  }
}

/** Finds the pitch that reached the limit, as its form may be sent twice. */
async function isRepeatedPitch(pitch: ReceivedPitch, offered: OfferedValues): Promise<boolean> {
  const parsed = await catchDomainError(async () => parsePitch(pitch, offered));
  return parsed.ok && hasPitch(parsed.value, pitch.unstoredFiles);
}

function parsePitch({ values, fileProblem }: ReceivedPitch, offered: OfferedValues): PitchInput {
  const typed = PITCH_FIELDS.map((name) => [name, values[name]?.at(-1) ?? '']);
  const input = { ...Object.fromEntries(typed), industries: values.industries ?? [] };
  const parsed = createPitchSchema(offered).safeParse(input);
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error);
  if (fileProblem) errors.push({ path: 'files', message: fileProblem });
  if (!parsed.success || errors.length) throw invalid(errors);
  return parsed.data;
}

function describeRejection(error: DomainError, { values, hadFiles }: ReceivedPitch): RejectedPitch {
  const wrong = PITCH_FIELDS.flatMap((name): [PitchField, string][] => {
    const found = error.errors?.find(({ path }) => path.split('.', 1)[0] === name);
    return found ? [[name, found.message]] : [];
  });
  const message = error.errors ? 'Please correct the fields below.' : error.message;
  return {
    status: error.status,
    retryAfter: error.retryAfter,
    sent: {
      values,
      hadFiles,
      errors: Object.fromEntries(wrong),
      message: `Nothing was sent. ${message}`,
    },
  };
}
