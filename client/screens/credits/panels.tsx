import '#client/forms.ts'
import '#client/stores.ts'
// In one chunk with the other list that its screen has (client/README.md, chunks).
import '#shared/resources/creditLiabilities.ts'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { createActor } from 'xstate'
import { approvalMachine } from '#machines/approval.ts'
import { decisions, isDecision } from '#shared/credits/approval.ts'
import type { DecisionName } from '#shared/credits/approval.ts'
import { creditReasonField, decideCredit, reverseCredit } from '#shared/credits/creditCalls.ts'
import { inWords } from '#shared/engine/formValues.ts'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { fieldOf, labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { fieldError } from '#shared/engine/validation.ts'
import { creditEntries } from '#shared/resources/creditEntries.ts'
import { creditRequests } from '#shared/resources/creditRequests.ts'
import { useActors, useZone } from '#client/ConsoleContext.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents, Refused } from '#client/form/answerForm.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel, panelAsks } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { target } from '#client/form/saveChanges.ts'
import { TypedGuard } from '#client/form/TypedGuard.tsx'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { Button } from '#client/ui/Button.tsx'
import { creditsMessages } from './words.ts'
import * as panel from '#client/form/Panel.css.ts'

const say = creditsMessages

const reasonIn = (form: FormData, required: boolean): string => {
  const reason = String(form.get('reason') ?? '').trim()
  const error = required ? fieldError(creditReasonField, reason || null) : undefined
  if (error) throw new Refusal({ reason: error })
  return reason
}

const reversing: Intents = {
  async takeBack({ api, form, key }) {
    await reverseCredit(api, target(form).id, reasonIn(form, true), key)
    return { notice: 'taken-back' }
  },
}

const deciding: Intents = {
  async decide({ api, form, key }) {
    const decision = String(form.get('decision'))
    const name: DecisionName = isDecision(decision) ? decision : 'withdraw'
    const reason = reasonIn(form, decisions[name].reason)
    await decideCredit(api, target(form), { decision: name, ...(reason ? { reason } : {}) }, key)
    return { notice: 'decided' }
  },
}

type ReasonFormProps = Pick<PanelProps<AnyRecord>, 'resource' | 'view' | 'data' | 'loaded'> & {
  /** Whose record it is. */
  of: Resource
  intent: string
  refused: Refused | undefined
  asks: string
  facts: readonly string[]
  explain: ReactNode
  withReason?: boolean
  children: ReactNode
}

/** One record, what is asked of it, and why. */
function ReasonForm(props: ReasonFormProps) {
  const { resource, of, view, data, loaded: record, intent, asks, facts, explain } = props
  const { withReason = true, children, refused } = props
  const { pathname, search } = useLocation()
  const answer = refused?.intent === intent ? refused : undefined
  const close = listAddress(resource, withPanel(view, null))
  const version = answer?.conflict?.version ?? record.version
  return (
    <Panel title={labelOf(of, record)} kind={of.title.one} close={close} row={record.id}>
      <TypedGuard writeKey={data.writeKey}>
        <Form
          method="post"
          action={pathname + search}
          className={panel.form}
          noValidate
          preventScrollReset
        >
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="id" value={record.id} />
          {version !== undefined && <input type="hidden" name="version" value={version} />}
          <input type="hidden" name="writeKey" value={data.writeKey} />
          <div className={panel.body}>
            {answer?.failure && <FailureText failure={answer.failure} />}
            <h3 id={panelAsks} className={panel.asks}>
              {asks}
            </h3>
            <Facts resource={of} record={record} names={facts} />
            {explain}
            {withReason && (
              <FieldInput
                id={`${intent}-reason`}
                name="reason"
                field={creditReasonField}
                value={answer?.values['reason']}
                error={answer?.errors['reason']}
              />
            )}
          </div>
          <FormFooter leave={close}>{children}</FormFooter>
        </Form>
      </TypedGuard>
    </Panel>
  )
}

type FactsProps = { resource: Resource; record: AnyRecord; names: readonly string[] }

/** What the record says, a line a field. */
function Facts({ resource, record, names }: FactsProps) {
  const zone = useZone()
  const lines = names.flatMap((name) => {
    const field = fieldOf(resource, name)
    const text = field ? inWords(field, record[name], record, name, zone) : ''
    return field && text ? [{ name, label: field.label, text }] : []
  })
  return (
    <dl className={panel.facts}>
      {lines.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function TakeBackPanel(props: PanelProps<AnyRecord>) {
  const { formData } = useNavigation()
  const { loaded: entry } = props
  const { amount: field } = creditEntries.fields
  const opposite = { ...entry, amount: -Number(entry['amount']) }
  return (
    <ReasonForm
      {...props}
      of={creditEntries}
      intent="takeBack"
      asks={say.asksBack}
      facts={['memberId', 'storeId', 'amount', 'enteredAt', 'issuedBy']}
      explain={<p>{say.explainBack(inWords(field, opposite.amount, opposite, 'amount'))}</p>}
    >
      <Button type="submit" loading={formData?.get('intent') === 'takeBack'}>
        {say.back}
      </Button>
    </ReasonForm>
  )
}

function DecidePanel(props: PanelProps<AnyRecord>) {
  const { formData } = useNavigation()
  const { session } = useActors()
  const operator = useSelector(session, ({ context }) => context.user?.email ?? '')
  const { loaded: request } = props
  const input = { asker: request.createdBy, needsSecond: request['state'] === 'waiting' }
  const approval = createActor(approvalMachine, { input }).start().getSnapshot()
  const names = Object.keys(decisions) as DecisionName[] // They are the table's own.
  const offered = names.filter((type) => approval.can({ type, operator }))
  const isOwn = request.createdBy === operator
  return (
    <ReasonForm
      {...props}
      of={creditRequests}
      intent="decide"
      asks={say.asks}
      facts={['type', 'memberId', 'storeId', 'amount', 'expiresOn', 'reference']}
      explain={
        <>
          <p>
            {say.asker} {request.createdBy}.
          </p>
          <p>{isOwn ? say.own : say.limit}</p>
        </>
      }
      withReason={offered.includes('reject')}
    >
      {/* The filled button last. */}
      {offered.toReversed().map((name) => (
        <Button
          key={name}
          type="submit"
          name="decision"
          value={name}
          color={name === 'approve' ? 'primary' : 'white'}
          loading={formData?.get('decision') === name}
        >
          {decisions[name].label}
        </Button>
      ))}
    </ReasonForm>
  )
}

/** What the panels are made of that open beside the ledger and its requests. */
export const panels = {
  takeBack: { Panel: TakeBackPanel, intents: reversing, load: openRecord },
  decide: { Panel: DecidePanel, intents: deciding, load: openRecord },
}
