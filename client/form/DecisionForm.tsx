import { useSelector } from '@xstate/react'
import type { ComponentProps, ReactNode } from 'react'
import { decisions, isDecision, isRequester } from '#shared/engine/approval.ts'
import type { DecisionName } from '#shared/engine/approval.ts'
import { decisionReasonField, submitDecision } from '#shared/engine/approvalCalls.ts'
import type { Approvers } from '#shared/engine/approvalCalls.ts'
import { formatActor } from '#shared/engine/actors.ts'
import { optionalInDraft } from '#shared/engine/fields/fields.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { useActors } from '../runtime/ConsoleContext.tsx'
import { Instant } from '../ui/Instant.tsx'
import { FormError } from './handleForm.ts'
import type { Intent } from './handleForm.ts'
import { FormField } from './inputs/FormField.tsx'
import { parseRecordVersion } from './saveChanges.ts'
import { SmallForm, SubmitButton } from './SmallForm.tsx'
import { decisionMessages } from './decisionMessages.ts'

/** Reads the reason of a form. Rejects a missing one if it's required. */
export function requireReason(form: FormData, required: boolean): string {
  const reason = String(form.get('reason') ?? '').trim()
  const error = required ? validateField(decisionReasonField, reason || null) : undefined
  if (error) throw new FormError({ reason: error })
  return reason
}

/** Creates the intent that decides about a request of a resource. */
export const createDecideIntent =
  (resource: Resource): Intent =>
  async ({ api, form, key }) => {
    const decision = String(form.get('decision'))
    const name: DecisionName = isDecision(decision) ? decision : 'withdraw'
    const reason = requireReason(form, decisions[name].reason)
    const body = { decision: name, ...(reason ? { reason } : {}) }
    const request = await submitDecision(api, resource, parseRecordVersion(form), body, key)
    return { notice: decisions[name].notice, of: toRecordLink(resource, request) }
  }

const rejectionReasonField = optionalInDraft(decisionReasonField, decisionMessages.requiredToReject)

/** Renders a button for each decision. The primary button comes last. */
export const DecisionButtons = ({ names }: { names: readonly DecisionName[] }) =>
  names.toReversed().map((name) => (
    <SubmitButton
      key={name}
      name="decision"
      value={name}
      color={name === 'approve' ? 'primary' : 'white'}
    >
      {decisions[name].label}
    </SubmitButton>
  ))

type Props = Omit<ComponentProps<typeof SmallForm>, 'intent' | 'buttons' | 'children'> & {
  /** The decisions that this operator can make, given whether they made the request. */
  getDecisions: (isOwnRequest: boolean) => readonly DecisionName[]
  /** The operators who can approve it; null once the request is decided. */
  approvers: Approvers | null
  messages: {
    noApprovers: string
    /** Says when a second operator has to approve. */
    limit: string
    /** Says what became of a decided request. */
    decided: string
  }
  children: ReactNode
}

/** Renders a request that waits for a second operator, with the decisions about it. */
export function DecisionForm({ getDecisions, approvers, messages, children, ...props }: Props) {
  const { record: request } = props
  const { session } = useActors()
  const user = useSelector(session, ({ context }) => context.user)
  const isOwnRequest = user ? isRequester(request, user) : false
  const available = getDecisions(isOwnRequest)
  return (
    <SmallForm {...props} intent="decide" buttons={<DecisionButtons names={available} />}>
      {(answer) => (
        <>
          {children}
          <p>
            <Instant
              at={request.createdAt}
              format={decisionMessages.requestedBy(formatActor(request.createdBy))}
            />
          </p>
          {approvers && (
            <p>
              {approvers.total === 0
                ? messages.noApprovers
                : decisionMessages.approvers(approvers.names, approvers.total)}
            </p>
          )}
          <p>
            {!approvers
              ? messages.decided
              : isOwnRequest
                ? decisionMessages.own
                : `${messages.limit} ${decisionMessages.independent}`}
          </p>
          {available.includes('reject') && (
            <FormField
              id="decision-reason"
              name="reason"
              field={rejectionReasonField}
              answer={answer}
            />
          )}
        </>
      )}
    </SmallForm>
  )
}
