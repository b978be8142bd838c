import type { ReactNode } from 'react'
import { text } from '#shared/engine/fields/fields.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { formatCard } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { isAttemptProcessing, ProcessingNote } from './ProcessingNote.tsx'
import { paymentAttemptsMessages } from './messages.ts'

const attemptFacts = [
  'amount',
  'reason',
  'rawCode',
  'actor',
  'orderNumber',
  'storeId',
  'memberId',
  'card',
  'attempt',
]

/** The attempt with its card as one fact: "Visa •••• 1539". */
const attemptsWithCard: Resource = {
  ...paymentAttempts,
  fields: { ...paymentAttempts.fields, card: text(paymentAttemptsMessages.card, { max: 80 }) },
}
const formatAttemptCard = ({ cardBrand, cardLast4 }: AnyRecord) => formatCard(cardBrand, cardLast4)

type AttemptFormProps = PanelProps<AnyRecord> & {
  intent: string
  title: (order: string) => string
  explain?: string
  button: string
  sends?: Readonly<Record<string, string | number>>
  children?: (answer: RejectedForm | undefined) => ReactNode
}

/** Renders the form that confirms an action on a failed payment. */
export const FailedPaymentForm = ({
  loaded,
  intent,
  title,
  explain,
  button,
  sends = {},
  children,
  ...props
}: AttemptFormProps) => (
  <SmallForm
    {...getListFormProps(props)}
    record={loaded}
    intent={intent}
    title={title}
    sends={sends}
    buttons={!isAttemptProcessing(loaded) && <SubmitButton>{button}</SubmitButton>}
  >
    {(answer) => (
      <>
        <RecordFacts
          resource={attemptsWithCard}
          record={{ ...loaded, card: formatAttemptCard(loaded) }}
          names={attemptFacts}
        />
        {isAttemptProcessing(loaded) ? (
          <ProcessingNote attempt={loaded} />
        ) : (
          <>
            {explain && <p>{explain}</p>}
            {children?.(answer)}
          </>
        )}
      </>
    )}
  </SmallForm>
)
