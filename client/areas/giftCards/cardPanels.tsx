import { validateField } from '#shared/engine/fields/validation.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  recipientField,
  resendGiftCardEmail,
  retryGiftCardOrder,
  revealGiftCard,
} from '#shared/areas/giftCards/cardCalls.ts'
import type { GiftCardLink } from '#shared/areas/giftCards/cardCalls.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import {
  CopyText,
  FormField,
  definePanels,
  loadPanelRecord,
  toJobLink,
} from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { giftCardTemplateMessages } from './templateMessages.ts'

const resendCard: Intent = async ({ api, form, key }) => {
  const job = await retryGiftCardOrder(api, parseRecordVersion(form).id, key)
  return { notice: 'job-started', of: toJobLink(job, giftCards.path) }
}

const emailCard: Intent = async ({ api, form, key }) => {
  const recipient = String(form.get('recipient') ?? '').trim()
  const error = validateField(recipientField, recipient || null)
  if (error) throw new FormError({ recipient: error })
  const { id } = parseRecordVersion(form)
  const card = await resendGiftCardEmail(api, { id, recipient }, key)
  return { notice: 'saved', of: toRecordLink(giftCards, card) }
}

type CardShown = { intent: 'show'; card: GiftCardLink }

const showCardCode: Intent<CardShown> = async ({ api, form, key }) => ({
  shown: { intent: 'show', card: await revealGiftCard(api, parseRecordVersion(form).id, key) },
})

const cardFacts = [
  'sentAt',
  'memberId',
  'amount',
  'status',
  'templateId',
  'productId',
  'storeId',
  'problem',
]

const ResendPanel = ({ loaded, ...props }: PanelProps<AnyRecord>) => (
  <SmallForm
    {...getListFormProps(props)}
    record={loaded}
    intent="again"
    title={giftCardTemplateMessages.againTitle}
    buttons={<SubmitButton>{giftCardTemplateMessages.again}</SubmitButton>}
  >
    {() => (
      <>
        <RecordFacts resource={giftCards} record={loaded} names={cardFacts} />
        <p>{giftCardTemplateMessages.againExplain}</p>
      </>
    )}
  </SmallForm>
)

const EmailPanel = ({ loaded, ...props }: PanelProps<AnyRecord>) => (
  <SmallForm
    {...getListFormProps(props)}
    record={loaded}
    intent="email"
    title={giftCardTemplateMessages.emailTitle}
    buttons={<SubmitButton>{giftCardTemplateMessages.email}</SubmitButton>}
  >
    {(answer) => (
      <>
        <RecordFacts resource={giftCards} record={loaded} names={cardFacts} />
        <p>{giftCardTemplateMessages.emailExplain}</p>
        <FormField
          id="recipient"
          name="recipient"
          field={recipientField}
          answer={answer}
          initialValue={String(loaded['recipient'])}
        />
      </>
    )}
  </SmallForm>
)

function ShowCodePanel({ loaded, ...props }: PanelProps<AnyRecord>) {
  const shown = useLastActionData<Partial<CardShown>>()?.card
  return (
    <SmallForm
      {...getListFormProps(props)}
      record={loaded}
      intent="show"
      title={giftCardTemplateMessages.showTitle}
      buttons={!shown && <SubmitButton>{giftCardTemplateMessages.show}</SubmitButton>}
    >
      {() => (
        <>
          <RecordFacts resource={giftCards} record={loaded} names={cardFacts} />
          {shown ? (
            <>
              <CopyText what={giftCardTemplateMessages.code} text={shown.code} />
              {shown.url !== null && (
                <CopyText what={giftCardTemplateMessages.link} text={shown.url} />
              )}
            </>
          ) : (
            <p>{giftCardTemplateMessages.showExplain}</p>
          )}
        </>
      )}
    </SmallForm>
  )
}

export const cardPanels = definePanels({
  again: {
    reads: true,
    Panel: ResendPanel,
    intents: { again: resendCard },
    load: loadPanelRecord,
  },
  email: {
    reads: true,
    Panel: EmailPanel,
    intents: { email: emailCard },
    load: loadPanelRecord,
  },
  show: {
    reads: true,
    Panel: ShowCodePanel,
    intents: { show: showCardCode },
    load: loadPanelRecord,
  },
})
