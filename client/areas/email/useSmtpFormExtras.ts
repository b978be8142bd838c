import { useSelector } from '@xstate/react'
import { smtpTestFields } from '#shared/areas/email/emailCalls.ts'
import { createPanelTestExtras } from '#client/integrations/index.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import type { RejectedForm } from '#client/form/handleForm.ts'
import type { FormExtras } from '#client/form/RecordForm.tsx'

/**
 * Returns the additions to an SMTP setting's form. Its test sends an email to the signed-in user
 * unless another address is entered.
 */
export function useSmtpFormExtras(refused: RejectedForm | undefined): FormExtras {
  const operator = useSelector(useActors().session, ({ context }) => context.user)
  return createPanelTestExtras({
    testInputs: smtpTestFields,
    begin: { to: operator?.email },
    refused,
  })
}
