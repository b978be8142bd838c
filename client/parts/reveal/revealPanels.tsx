import { mails } from '#shared/areas/email/mails.ts'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { revealMessages } from '#shared/areas/members/messages.ts'
import { revealFields, revealMember } from '#shared/areas/members/revealCalls.ts'
import type { RevealedMember } from '#shared/areas/members/revealCalls.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { FormField, definePanels, getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { getListFormProps, SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import { EmailTextSection } from '#client/list/emails/EmailText.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import * as styles from '#client/form/Panel.css.ts'

type RevealShown = { intent: 'reveal'; revealed: RevealedMember }

/** What a panel reveals, and the panel of the record that it returns to. */
type RevealOptions = {
  of: Resource
  backTo: string
  facts: readonly string[]
  title: (name: string) => string
  explain: string
  button: string
}

/** The panel that shows a masked member of these records, for a reason. */
const createRevealPanel = (options: RevealOptions): PanelDefinition<AnyRecord> => ({
  of: options.of,
  // It needs a permission of its own, which the link and the platform check.
  reads: true,
  Panel: (props) => <RevealPanel {...props} {...options} />,
  intents: { reveal: createRevealIntent(options.of) },
  load: loadPanelRecord,
})

const createRevealIntent =
  ({ name: resource }: Resource) =>
  async ({ api, form, key }: Parameters<Intent>[0]) => {
    const reason = String(form.get('reason') ?? '').trim()
    const error = validateField(revealFields.reason, reason || null)
    if (error) throw new FormError({ reason: error })
    const id = Number(form.get('id'))
    return {
      shown: {
        intent: 'reveal' as const,
        revealed: await revealMember(api, { resource, id }, reason, key),
      },
    }
  }

function RevealPanel({
  of,
  backTo,
  facts,
  title,
  explain,
  button,
  ...props
}: PanelProps<AnyRecord> & RevealOptions) {
  const { loaded: record, view } = props
  const actionData = useLastActionData<Partial<RevealShown>>()
  const revealed = actionData?.intent === 'reveal' ? actionData.revealed : undefined
  const back = createPanelUrls(of, view)(backTo, record.id)
  if (!revealed)
    return (
      <SmallForm
        {...getListFormProps({ ...props, resource: of })}
        close={back}
        record={record}
        intent="reveal"
        title={title}
        buttons={<SubmitButton>{button}</SubmitButton>}
      >
        {(answer) => (
          <>
            <RecordFacts resource={of} record={record} names={facts} />
            <p>{explain}</p>
            <FormField id="reason" name="reason" field={revealFields.reason} answer={answer} />
          </>
        )}
      </SmallForm>
    )
  const { name, email, text } = revealed
  return (
    <Panel {...getPanelHeading({ ...props, resource: of }, record, title)}>
      <div className={styles.form}>
        <div className={styles.body}>
          {name === null && email === null ? (
            <p>{revealMessages.shownBefore}</p>
          ) : (
            <p>{[name, email].filter((one) => one !== null).join(', ')}</p>
          )}
          {text !== null && <EmailTextSection state="saved" text={text} savedUntil={null} />}
        </div>
        <FormFooter>
          <ButtonLink to={back}>{revealMessages.done}</ButtonLink>
        </FormFooter>
      </div>
    </Panel>
  )
}

const memberTexts = {
  title: revealMessages.memberTitle,
  explain: revealMessages.explain,
  button: revealMessages.showMember,
}
const recipientTexts = {
  title: revealMessages.recipientTitle,
  explain: revealMessages.explain,
  button: revealMessages.showRecipient,
}
const paymentFacts = ['storeId', 'memberId', 'amount']

/** The panels that show what is masked in a record, by the parameter that opens them. */
export const panels = definePanels({
  reveal: createRevealPanel({
    of: paymentAttempts,
    backTo: 'timeline',
    facts: paymentFacts,
    ...memberTexts,
  }),
  revealOrder: createRevealPanel({
    of: orders,
    backTo: 'order',
    facts: paymentFacts,
    ...memberTexts,
  }),
  revealCard: createRevealPanel({
    of: giftCards,
    backTo: 'record',
    facts: ['recipient', 'storeId', 'amount'],
    ...recipientTexts,
  }),
  revealEmail: createRevealPanel({
    of: mails,
    backTo: 'record',
    facts: ['recipient', 'storeId', 'subject'],
    title: revealMessages.emailTitle,
    explain: revealMessages.explainEmail,
    button: revealMessages.showEmail,
  }),
})
