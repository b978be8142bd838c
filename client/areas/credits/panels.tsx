import '#client/frame/forms.ts'
// In one chunk with the other list that its screen has (client/docs/decisions/0001-chunks.md).
import '#shared/areas/credits/creditLiabilities.ts'
import { useSelector } from '@xstate/react'
import { createActor } from 'xstate'
import { approvalMachine } from '#machines/approval.ts'
import { decisions, isAsker, isDecision } from '#shared/areas/credits/approval.ts'
import type {
  CreditAllowance as CreditAllowanceFacts,
  DecisionName,
} from '#shared/areas/credits/approval.ts'
import { creditReasonField } from '#shared/areas/credits/creditReason.ts'
import {
  decideCredit,
  expireCredit,
  findAllowance,
  findApprovers,
  reverseCredit,
} from '#shared/areas/credits/creditCalls.ts'
import type { Approvers } from '#shared/areas/credits/creditCalls.ts'
import { inWords } from '#shared/engine/fields/formValues.ts'
import { formatMoney } from '#shared/format/money.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { recordAddress, recordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLimits } from '#shared/areas/credits/creditLimits.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents, Refused } from '#client/form/answerForm.ts'
import { AskedInput } from '#client/form/inputs/AskedInput.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { SettingsPanel } from '#client/list/panels/SettingsPanel.tsx'
import { CreditAllowance } from '../stores/CreditAllowance.tsx'
import { decisionAddress } from './creditsPanels.ts'
import { creditsMessages } from './words.ts'

const say = creditsMessages

const reasonIn = (form: FormData, required: boolean): string => {
  const reason = String(form.get('reason') ?? '').trim()
  const error = required ? fieldError(creditReasonField, reason || null) : undefined
  if (error) throw new Refusal({ reason: error })
  return reason
}

const reversing: Intents = {
  async takeBack({ api, form, key }) {
    const { id } = target(form)
    const request = await reverseCredit(api, id, reasonIn(form, true), key)
    if (request['state'] === 'waiting')
      return {
        notice: 'reversal-waits',
        of: recordLink(creditRequests, request),
        to: decisionAddress(request.id),
      }
    const entry = await readRecord(api, creditEntries, id)
    return { notice: 'taken-back', of: recordLink(creditEntries, entry) }
  },
}

const deciding: Intents = {
  async decide({ api, form, key }) {
    const decision = String(form.get('decision'))
    const name: DecisionName = isDecision(decision) ? decision : 'withdraw'
    const reason = reasonIn(form, decisions[name].reason)
    const body = { decision: name, ...(reason ? { reason } : {}) }
    const request = await decideCredit(api, target(form), body, key)
    return { notice: 'decided', of: recordLink(creditRequests, request) }
  },
}

const Reason = ({ answer }: { answer: Refused | undefined }) => (
  <AskedInput id="credit-reason" name="reason" field={creditReasonField} answer={answer} />
)

/** What took an entry back, or is to. */
const reversals = ['reversedBy', 'reversalId']

/** Where the entry is that one takes back, the one that took it back, or the request that is to. */
function reversalAddress(record: AnyRecord, name: string): string | undefined {
  const id = record[name]
  if (typeof id !== 'number') return undefined
  if (name === 'reversalId') return decisionAddress(id)
  return ['reverses', 'reversedBy'].includes(name)
    ? recordAddress(creditEntries, { id })
    : undefined
}

type TakingBack = { entry: AnyRecord; allowance: CreditAllowanceFacts | null }

/** The entry, and what is left of the limits for its store and member. */
async function openTakeBack(work: PanelWork): Promise<TakingBack> {
  const entry = await openRecord(work)
  const place = { storeId: Number(entry['storeId']), memberId: Number(entry['memberId']) }
  return { entry, allowance: await findAllowance(work.api, place, work.signal) }
}

function TakeBackPanel({ loaded: { entry, allowance }, ...props }: PanelProps<TakingBack>) {
  const opposite = { ...entry, amount: -Number(entry['amount']) }
  const isAsked = reversals.some((name) => entry[name])
  const amount = inWords(creditEntries.fields.amount, opposite.amount, opposite, 'amount')
  return (
    <SmallForm
      {...besideList(props)}
      of={creditEntries}
      record={entry}
      intent="takeBack"
      title={say.takeBack}
      buttons={!isAsked && <SendButton>{say.back}</SendButton>}
    >
      {(answer) => (
        <>
          <RecordFacts
            resource={creditEntries}
            record={entry}
            names={['memberId', 'storeId', 'amount', 'enteredAt', 'issuedBy', ...reversals]}
            addressOf={(_field, name) => reversalAddress(entry, name)}
          />
          <p>
            {entry['reversedBy'] ? say.isBack : isAsked ? say.backWaits : say.explainBack(amount)}
          </p>
          {!isAsked && <Reason answer={answer} />}
          {!isAsked && allowance && (
            <CreditAllowance
              storeId={Number(entry['storeId'])}
              memberId={Number(entry['memberId'])}
              amount={opposite.amount}
              initial={allowance}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

const expiring: Intents = {
  async expire({ api, form, key }) {
    const { id } = target(form)
    const entry = await expireCredit(api, id, reasonIn(form, true), key)
    return { notice: 'expired', of: recordLink(creditEntries, entry) }
  },
}

function ExpirePanel({ loaded: { entry, allowance }, ...props }: PanelProps<TakingBack>) {
  const remaining = Number(entry['remaining'] ?? 0)
  const unit = String(entry['unit'])
  return (
    <SmallForm
      {...besideList(props)}
      of={creditEntries}
      record={entry}
      intent="expire"
      title={say.expire}
      buttons={remaining > 0 && <SendButton color="error">{say.expireNow}</SendButton>}
    >
      {(answer) => (
        <>
          <RecordFacts
            resource={creditEntries}
            record={entry}
            names={['memberId', 'storeId', 'amount', 'enteredAt', 'expiresAt']}
          />
          <p>{remaining > 0 ? say.explainExpiry(formatMoney(remaining, unit)) : say.nothingLeft}</p>
          {remaining > 0 && <Reason answer={answer} />}
          {remaining > 0 && allowance && (
            <CreditAllowance
              storeId={Number(entry['storeId'])}
              memberId={Number(entry['memberId'])}
              amount={-remaining}
              initial={allowance}
              aboveLimits={say.expiryAboveLimits}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

type Deciding = { request: AnyRecord; approvers: Approvers | null }

/** The request, and who may approve it while it waits. */
async function openDecision(work: PanelWork): Promise<Deciding> {
  const request = await openRecord(work)
  const isWaiting = request['state'] === 'waiting'
  return {
    request,
    approvers: isWaiting ? await findApprovers(work.api, request.id, work.signal) : null,
  }
}

function DecidePanel({ loaded: { request, approvers }, ...props }: PanelProps<Deciding>) {
  const { session } = useActors()
  const user = useSelector(session, ({ context }) => context.user)
  const asked = user ? isAsker(request, user) : false
  const input = { needsSecond: request['state'] === 'waiting' }
  const approval = createActor(approvalMachine, { input }).start().getSnapshot()
  const names = Object.keys(decisions) as DecisionName[] // They are the table's own.
  const offered = names.filter((type) => approval.can({ type, asked }))
  return (
    <SmallForm
      {...besideList(props)}
      of={creditRequests}
      record={request}
      intent="decide"
      title={say.decide}
      // The filled button last.
      buttons={offered.toReversed().map((name) => (
        <SendButton
          key={name}
          name="decision"
          value={name}
          color={name === 'approve' ? 'primary' : 'white'}
        >
          {decisions[name].label}
        </SendButton>
      ))}
    >
      {(answer) => (
        <>
          <RecordFacts
            resource={creditRequests}
            record={request}
            names={['type', 'memberId', 'storeId', 'amount', 'expiresOn', 'reference', 'reverses']}
            addressOf={(_field, name) => reversalAddress(request, name)}
          />
          <p>
            {say.asker} {request.createdBy}.
          </p>
          {approvers && <p>{say.approvers(approvers.names, approvers.total)}</p>}
          <p>{asked ? say.own : say.limit}</p>
          {offered.includes('reject') && <Reason answer={answer} />}
        </>
      )}
    </SmallForm>
  )
}

const LimitsPanel = (props: PanelProps<AnyRecord>) => (
  <SettingsPanel {...props} settings={creditLimits} title={say.limitsTitle}>
    <p>{say.limitsExplain}</p>
  </SettingsPanel>
)

/** What the panels are made of that open beside the ledger and its requests. */
export const panels = {
  limits: {
    Panel: LimitsPanel,
    intents: { edit: recordIntents.edit },
    load: ({ api, signal }: PanelWork) => readRecord(api, creditLimits, 1, signal),
  },
  takeBack: { Panel: TakeBackPanel, intents: reversing, load: openTakeBack },
  expire: { Panel: ExpirePanel, intents: expiring, load: openTakeBack },
  decide: { Panel: DecidePanel, intents: deciding, load: openDecision },
}
