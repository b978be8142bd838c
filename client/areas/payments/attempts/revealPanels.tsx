import { revealFields, revealMember } from '#shared/areas/members/revealCalls.ts'
import type { RevealedMember } from '#shared/areas/members/revealCalls.ts'
import { orders } from '#shared/areas/payments/orders.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { FormField, definePanels, getPanelHeading, loadPanelRecord } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { getListFormProps, SmallForm, SubmitButton } from '#client/form/SmallForm.tsx'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { paymentAttemptsMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

type MaskedResource = typeof orders | typeof paymentAttempts
type RevealShown = { intent: 'reveal'; revealed: RevealedMember }

/** The panel that shows a masked member of these records, for a reason. */
const createRevealPanel = (
  of: MaskedResource,
  backTo: 'order' | 'timeline',
): PanelDefinition<AnyRecord> => ({
  of,
  // It needs a permission of its own, which the link and the platform check.
  reads: true,
  Panel: (props) => <RevealPanel {...props} of={of} backTo={backTo} />,
  intents: { reveal: createRevealIntent(of) },
  load: loadPanelRecord,
})

const createRevealIntent =
  ({ name: resource }: MaskedResource) =>
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
  ...props
}: PanelProps<AnyRecord> & { of: MaskedResource; backTo: 'order' | 'timeline' }) {
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
        title={paymentAttemptsMessages.revealTitle}
        buttons={<SubmitButton>{paymentAttemptsMessages.reveal}</SubmitButton>}
      >
        {(answer) => (
          <>
            <RecordFacts resource={of} record={record} names={['storeId', 'memberId', 'amount']} />
            <p>{paymentAttemptsMessages.revealExplain}</p>
            <FormField id="reason" name="reason" field={revealFields.reason} answer={answer} />
          </>
        )}
      </SmallForm>
    )
  const { name, email } = revealed
  return (
    <Panel
      {...getPanelHeading({ ...props, resource: of }, record, paymentAttemptsMessages.revealTitle)}
    >
      <div className={styles.form}>
        <div className={styles.body}>
          {name === null && email === null ? (
            <p>{paymentAttemptsMessages.revealedBefore}</p>
          ) : (
            <p>{[name, email].filter((text) => text !== null).join(', ')}</p>
          )}
        </div>
        <FormFooter>
          <ButtonLink to={back}>{paymentAttemptsMessages.done}</ButtonLink>
        </FormFooter>
      </div>
    </Panel>
  )
}

/** The panels that show the masked member of an order or of a failed payment. */
export const revealPanels = definePanels({
  reveal: createRevealPanel(paymentAttempts, 'timeline'),
  revealOrder: createRevealPanel(orders, 'order'),
})
