import type { MailRecipient } from '~/domain/mail/compose.server';
import { verifyCode } from './code.server';
import type { SecondStep } from './schema';
import { verifyPasskey } from './verify-passkey.server';

export async function verifySecondFactor(
  user: MailRecipient & { id: string },
  holderKey: string,
  { code = '', credential }: SecondStep,
): Promise<void> {
  if (credential) await verifyPasskey({ userId: user.id, holderKey }, credential);
  else await verifyCode(user, code);
}
