import { useSelector } from '@xstate/react'
import { mailTest } from '#shared/areas/email/mailCalls.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import type { Refused } from '#client/form/answerForm.ts'
import type { Further } from '#client/form/RecordForm.tsx'
import { panelFurther } from '#client/integrations/setupFurther.tsx'

/** What the form of an SMTP setting does in addition to saving. Its test sends an email to the signed-in user unless another address is given. */
export function useMailFurther(refused: Refused | undefined): Further {
  const operator = useSelector(useActors().session, ({ context }) => context.user)
  return panelFurther({ asks: mailTest, begin: { to: operator?.email }, refused })
}
