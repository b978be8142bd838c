import { validateField } from '#shared/engine/fields/validation.ts'
import { getRecordUrl, toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import {
  cancelGiftCard,
  recipientField,
  resendGiftCardEmail,
  retryGiftCardOrder,
  revealGiftCard,
} from '#shared/areas/giftCards/cardCalls.ts'
import { checkGiftCardLink } from '#shared/areas/giftCards/cardTimeline.ts'
import type { GiftCardLink } from '#shared/areas/giftCards/cardCalls.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import {
  CopyText,
  FormField,
  definePanels,
  loadPanelRecord,
  revealPart,
  toJobLink,
} from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { ListPanels, PanelProps } from '#client/list/panels/definePanels.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { CardPanel, loadCardPanel } from './CardPanel.tsx'
import { giftCardTexts } from './cardMessages.ts'

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
  return { notice: 'posted', of: toRecordLink(giftCards, card), to: getRecordUrl(giftCards, card) }
}

const cancelCard: Intent = async ({ api, form, key }) => {
  const card = await cancelGiftCard(api, parseRecordVersion(form).id, key)
  return {
    notice: 'status-changed',
    of: toRecordLink(giftCards, card),
    to: getRecordUrl(giftCards, card),
  }
}

const checkLink: Intent = async ({ api, form, key }) => {
  const card = await checkGiftCardLink(api, parseRecordVersion(form).id, key)
  return { notice: 'refreshed', of: toRecordLink(giftCards, card) }
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
    title={giftCardTexts.againTitle}
    buttons={<SubmitButton>{giftCardTexts.again}</SubmitButton>}
  >
    {() => (
      <>
        <RecordFacts resource={giftCards} record={loaded} names={cardFacts} />
        <p>{giftCardTexts.againExplain}</p>
      </>
    )}
  </SmallForm>
)

/** Returns the recipient's address; undefined if this operator sees it masked. */
const getKnownRecipient = ({ recipient }: AnyRecord): string | undefined =>
  typeof recipient === 'string' && !validateField(recipientField, recipient) ? recipient : undefined

const CancelPanel = ({ loaded, ...props }: PanelProps<AnyRecord>) => (
  <SmallForm
    {...getListFormProps(props)}
    record={loaded}
    intent="cancel"
    title={giftCardTexts.cancelTitle}
    buttons={<SubmitButton color="error">{giftCardTexts.cancel}</SubmitButton>}
  >
    {() => (
      <>
        <RecordFacts resource={giftCards} record={loaded} names={cardFacts} />
        <p>{giftCardTexts.cancelExplain}</p>
      </>
    )}
  </SmallForm>
)

const EmailPanel = ({ loaded, ...props }: PanelProps<AnyRecord>) => (
  <SmallForm
    {...getListFormProps(props)}
    record={loaded}
    intent="email"
    title={giftCardTexts.emailTitle}
    buttons={<SubmitButton>{giftCardTexts.email}</SubmitButton>}
  >
    {(answer) => (
      <>
        <RecordFacts resource={giftCards} record={loaded} names={cardFacts} />
        <p>{giftCardTexts.emailExplain}</p>
        <FormField
          id="recipient"
          name="recipient"
          field={recipientField}
          answer={answer}
          initialValue={getKnownRecipient(loaded)}
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
      title={giftCardTexts.showTitle}
      buttons={!shown && <SubmitButton>{giftCardTexts.show}</SubmitButton>}
    >
      {() => (
        <>
          <RecordFacts resource={giftCards} record={loaded} names={cardFacts} />
          {shown ? (
            <>
              <CopyText what={giftCardTexts.code} text={shown.code} />
              {shown.url !== null && <CopyText what={giftCardTexts.link} text={shown.url} />}
            </>
          ) : (
            <p>{giftCardTexts.showExplain}</p>
          )}
        </>
      )}
    </SmallForm>
  )
}

const ownPanels = definePanels({
  record: {
    reads: true,
    Panel: CardPanel,
    intents: { check: checkLink },
    load: loadCardPanel,
  },
  cancel: {
    reads: true,
    Panel: CancelPanel,
    intents: { cancel: cancelCard },
    load: loadPanelRecord,
  },
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

/** The panels of gift cards. */
export const cardPanels: ListPanels = {
  ...ownPanels,
  revealCard: { part: revealPart, of: giftCards, reads: true },
}
