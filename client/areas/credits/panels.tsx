import { createActor } from 'xstate'
import { approvalMachine } from '#machines/approval.ts'
import { decisionNames } from '#shared/engine/approval.ts'
import { findApprovers } from '#shared/engine/approvalCalls.ts'
import type { Approvers } from '#shared/engine/approvalCalls.ts'
import { approvalMessages } from '#shared/engine/messages.ts'
import { approvalStates } from '#shared/areas/credits/approval.ts'
import type {
  ApprovalState,
  CreditAllowance as CreditAllowanceFacts,
} from '#shared/areas/credits/approval.ts'
import {
  expireCredit,
  findAllowanceWithoutApproval,
  requestCreditReversal,
} from '#shared/areas/credits/creditCalls.ts'
import { creditReasonField } from '#shared/areas/credits/creditEntries.ts'
import { formatMoney } from '#shared/format/money.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getRecordUrl, toRecordLink } from '#shared/engine/recordLink.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { creditEntries } from '#shared/areas/credits/creditEntries.ts'
import { creditLimits } from '#shared/areas/credits/creditLimits.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { FormField, SettingsPanel, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import type { Intents, RejectedForm } from '#client/form/handleForm.ts'
import { DecisionForm, createDecideIntent, requireReason } from '#client/form/DecisionForm.tsx'
import { RecordFacts } from '#client/form/RecordFacts.tsx'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { getListFormProps, SubmitButton, SmallForm } from '#client/form/SmallForm.tsx'
import type { PanelProps, PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { CreditAllowance } from '#client/form/CreditAllowance.tsx'
import { buildCreditDecisionUrl } from './buildCreditDecisionUrl.ts'
import { creditsMessages } from './messages.ts'

const reversalIntents: Intents = {
  async takeBack({ api, form, key }) {
    const { id } = parseRecordVersion(form)
    const request = await requestCreditReversal(api, id, requireReason(form, true), key)
    if (request['state'] === 'waiting')
      return {
        notice: 'reversal-waits',
        of: toRecordLink(creditRequests, request),
        to: buildCreditDecisionUrl(request.id),
      }
    const entry = await loadRecord(api, creditEntries, id)
    return { notice: 'taken-back', of: toRecordLink(creditEntries, entry) }
  },
}

const ReasonField = ({ answer }: { answer: RejectedForm | undefined }) => (
  <FormField id="credit-reason" name="reason" field={creditReasonField} answer={answer} />
)

/** Fields that link to the entry that reversed this one, or to the request to reverse it. */
const reversalFields = ['reversedBy', 'reversalId']

/**
 * Returns the URL of the entry that this one reverses, of the entry that reversed it, or of the
 * request to reverse it.
 */
function getReversalUrl(record: AnyRecord, name: string): string | undefined {
  const id = record[name]
  if (typeof id !== 'number') return undefined
  if (name === 'reversalId') return buildCreditDecisionUrl(id)
  return ['reverses', 'reversedBy'].includes(name) ? getRecordUrl(creditEntries, { id }) : undefined
}

type EntryPanelData = { entry: AnyRecord; allowance: CreditAllowanceFacts | null }

/** Loads an entry, and what is left of the limits for its store and member. */
async function loadEntryPanel(context: PanelLoadContext): Promise<EntryPanelData> {
  const entry = await loadPanelRecord(context)
  const account = { storeId: Number(entry['storeId']), memberId: Number(entry['memberId']) }
  return {
    entry,
    allowance: await findAllowanceWithoutApproval(context.api, account, context.signal),
  }
}

function ReversePanel({ loaded: { entry, allowance }, ...props }: PanelProps<EntryPanelData>) {
  const isReversed = reversalFields.some((name) => entry[name])
  const amount = Number(entry['amount'])
  const shown = formatMoney(Math.abs(amount), String(entry['unit']))
  return (
    <SmallForm
      {...getListFormProps(props)}
      of={creditEntries}
      record={entry}
      intent="takeBack"
      title={creditsMessages.reverseTitle}
      buttons={!isReversed && <SubmitButton>{creditsMessages.reverse}</SubmitButton>}
    >
      {(answer) => (
        <>
          <RecordFacts
            resource={creditEntries}
            record={entry}
            names={['memberId', 'storeId', 'amount', 'enteredAt', 'issuedBy', ...reversalFields]}
            getUrl={(name) => getReversalUrl(entry, name)}
          />
          <p>
            {entry['reversedBy']
              ? creditsMessages.isReversed
              : isReversed
                ? creditsMessages.reversalWaiting
                : `${amount < 0 ? creditsMessages.returnsCredits(shown) : creditsMessages.removesCredits(shown)} ${creditsMessages.reversalLimit}`}
          </p>
          {!isReversed && <ReasonField answer={answer} />}
          {!isReversed && allowance && (
            <CreditAllowance
              storeId={Number(entry['storeId'])}
              memberId={Number(entry['memberId'])}
              amount={-amount}
              initial={allowance}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

const expiryIntents: Intents = {
  async expire({ api, form, key }) {
    const { id } = parseRecordVersion(form)
    const entry = await expireCredit(api, id, requireReason(form, true), key)
    return { notice: 'expired', of: toRecordLink(creditEntries, entry) }
  },
}

function ExpirePanel({ loaded: { entry, allowance }, ...props }: PanelProps<EntryPanelData>) {
  const remaining = Number(entry['remaining'] ?? 0)
  const unit = String(entry['unit'])
  return (
    <SmallForm
      {...getListFormProps(props)}
      of={creditEntries}
      record={entry}
      intent="expire"
      title={creditsMessages.expire}
      buttons={
        remaining > 0 && <SubmitButton color="error">{creditsMessages.expireNow}</SubmitButton>
      }
    >
      {(answer) => (
        <>
          <RecordFacts
            resource={creditEntries}
            record={entry}
            names={['memberId', 'storeId', 'amount', 'enteredAt', 'expiresAt']}
          />
          <p>
            {remaining > 0
              ? creditsMessages.explainExpiry(formatMoney(remaining, unit))
              : creditsMessages.nothingLeft}
          </p>
          {remaining > 0 && <ReasonField answer={answer} />}
          {remaining > 0 && allowance && (
            <CreditAllowance
              storeId={Number(entry['storeId'])}
              memberId={Number(entry['memberId'])}
              amount={-remaining}
              initial={allowance}
              aboveLimits={creditsMessages.expiryAboveLimits}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}

type DecisionPanelData = { request: AnyRecord; approvers: Approvers | null }

/** Loads a request and, while it waits, the operators who may approve it. */
async function loadDecisionPanel(context: PanelLoadContext): Promise<DecisionPanelData> {
  const request = await loadPanelRecord(context)
  const isWaiting = request['state'] === 'waiting'
  return {
    request,
    approvers: isWaiting
      ? await findApprovers(context.api, creditRequests, request.id, context.signal)
      : null,
  }
}

function DecidePanel({ loaded: { request, approvers }, ...props }: PanelProps<DecisionPanelData>) {
  const input = { needsApproval: request['state'] === 'waiting' }
  const approval = createActor(approvalMachine, { input }).start().getSnapshot()
  const { noApprovers, limit } = creditsMessages
  const state = approvalStates[request['state'] as ApprovalState]
  return (
    <DecisionForm
      {...getListFormProps(props)}
      of={creditRequests}
      record={request}
      title={creditsMessages.decide}
      getDecisions={(isRequester) =>
        decisionNames.filter((type) => approval.can({ type, isRequester }))
      }
      approvers={approvers}
      messages={{ noApprovers, limit, decided: approvalMessages.noLongerWaiting(state) }}
    >
      <RecordFacts
        resource={creditRequests}
        record={request}
        names={['type', 'memberId', 'storeId', 'amount', 'expiresOn', 'reference', 'reverses']}
        getUrl={(name) => getReversalUrl(request, name)}
      />
    </DecisionForm>
  )
}

const LimitsPanel = (props: PanelProps<AnyRecord>) => (
  <SettingsPanel {...props} settings={creditLimits} title={creditsMessages.limitsTitle}>
    <p>{creditsMessages.limitsExplain}</p>
  </SettingsPanel>
)

/** The panels beside the ledger and its requests. */
export const creditsPanels = definePanels({
  takeBack: {
    of: creditEntries,
    Panel: ReversePanel,
    intents: reversalIntents,
    load: loadEntryPanel,
  },
  expire: {
    of: creditEntries,
    Panel: ExpirePanel,
    intents: expiryIntents,
    load: loadEntryPanel,
  },
  limits: {
    button: creditsMessages.limits,
    of: creditLimits,

    Panel: LimitsPanel,
    intents: { edit: recordIntents.edit },
    load: ({ api, signal }: PanelLoadContext) => loadRecord(api, creditLimits, 1, signal),
  },
  decide: {
    of: creditRequests,
    Panel: DecidePanel,
    intents: { decide: createDecideIntent(creditRequests) },
    load: loadDecisionPanel,
  },
})
