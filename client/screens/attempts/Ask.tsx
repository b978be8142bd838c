import '#client/forms.ts'
import type { ReactNode } from 'react'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { paymentAttempts } from '#shared/resources/paymentAttempts.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/definePanels.ts'

const told = [
  'orderNumber',
  'storeId',
  'member',
  'cardBrand',
  'cardLast4',
  'reason',
  'rawCode',
  'attempt',
]

type AskProps = PanelProps<AnyRecord> & {
  intent: string
  title: (order: string) => string
  explain?: string
  button: string
  sends?: Readonly<Record<string, string | number>>
  children?: (answer: Refused | undefined) => ReactNode
}

/** What is asked before something is done about a failed payment. */
export const Ask = ({
  loaded,
  intent,
  title,
  explain,
  button,
  sends = {},
  children,
  ...props
}: AskProps) => (
  <SmallForm
    {...besideList(props)}
    record={loaded}
    intent={intent}
    title={title}
    sends={sends}
    buttons={<SendButton>{button}</SendButton>}
  >
    {(answer) => (
      <>
        <RecordFacts resource={paymentAttempts} record={loaded} names={told} />
        {explain && <p>{explain}</p>}
        {children?.(answer)}
      </>
    )}
  </SmallForm>
)
