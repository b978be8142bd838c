import '#client/frame/forms.ts'
import type { ReactNode } from 'react'
import { text } from '#shared/engine/fields/fields.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { cardNamed } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import type { Refused } from '#client/form/answerForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { isProcessing, Processing } from './Processing.tsx'
import { attemptsWords as say } from './words.ts'

const told = ['reason', 'rawCode', 'actor', 'orderNumber', 'storeId', 'member', 'card', 'attempt']

/** The card as one fact: "Visa •••• 1539". */
const withCard: Resource = {
  ...paymentAttempts,
  fields: { ...paymentAttempts.fields, card: text(say.card, { max: 80 }) },
}
const cardOf = ({ cardBrand, cardLast4 }: AnyRecord) => cardNamed(cardBrand, cardLast4)

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
    buttons={!isProcessing(loaded) && <SendButton>{button}</SendButton>}
  >
    {(answer) => (
      <>
        <RecordFacts
          resource={withCard}
          record={{ ...loaded, card: cardOf(loaded) }}
          names={told}
        />
        {isProcessing(loaded) ? (
          <Processing attempt={loaded} />
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
