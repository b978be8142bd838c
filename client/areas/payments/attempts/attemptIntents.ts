import '#client/frame/forms.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { withoutNotice } from '#shared/navigation/notice.ts'
import { undoCall } from '#shared/engine/undo.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { longestWait } from '#shared/areas/payments/attempts.ts'
import {
  dismissAttempt,
  makePayLink,
  reopenAttempt,
  retryAttempt,
  retryMany,
  scheduleAttempt,
  settleAttempt,
} from '#shared/areas/payments/attemptCalls.ts'
import { retryManyFields } from '#shared/areas/payments/retriedAttempts.ts'
import { attemptFields } from '#shared/areas/payments/attemptFields.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { target, writtenIn } from '#client/form/saveChanges.ts'

const { path } = paymentAttempts

/** The same page with the timeline of the attempt, where what comes of a charge will stand. */
function timelineAt(url: string, id: number): string {
  const { pathname, search } = new URL(url)
  const params = new URLSearchParams(withoutNotice(search))
  params.delete('retry')
  params.set('timeline', String(id))
  return `${pathname}?${params}`
}

export const retry: Intent = async ({ api, form, key, url }) => {
  const confirmed = { amount: Number(form.get('amount')), currency: String(form.get('currency')) }
  const { id } = target(form)
  const job = await retryAttempt(api, id, confirmed, key)
  return { notice: 'job-started', of: jobLink(job, path), to: timelineAt(url, id) }
}

export const schedule: Intent = async ({ api, form, key }) => {
  const wait = String(form.get('at'))
  const at = /^\d+$/.test(wait)
    ? new Date(Date.now() + Math.min(Number(wait) * 3_600_000, longestWait)).toISOString()
    : wait
  const error = fieldError(attemptFields.at, at)
  if (error) throw new Refusal({ at: error })
  const record = await scheduleAttempt(api, target(form), at, key)
  return { notice: 'saved', of: recordLink(paymentAttempts, record) }
}

export const dismiss: Intent = async ({ api, form, key }) => {
  const reason = String(form.get('reason') ?? '').trim()
  const error = fieldError(attemptFields.reason, reason || null)
  if (error) throw new Refusal({ reason: error })
  const record = await dismissAttempt(api, target(form), reason, key)
  // To open it again makes it open, whatever it was: only then all is as before.
  const path = `/${paymentAttempts.name}/${record.id}/dismissal`
  const undo =
    form.get('was') === 'open' ? undoCall(record, { method: 'DELETE', path, body: {} }) : null
  return { notice: 'status-changed', of: recordLink(paymentAttempts, record), undo }
}

export const reopen: Intent = async ({ api, form, key }) => {
  const record = await reopenAttempt(api, target(form), key)
  const reason = String(form.get('because') ?? '')
  const path = `/${paymentAttempts.name}/${record.id}/dismissal`
  const undo = reason ? undoCall(record, { method: 'POST', path, body: { reason } }) : null
  return { notice: 'status-changed', of: recordLink(paymentAttempts, record), undo }
}

export const settle: Intent = async ({ api, form, key }) => {
  const outcome = String(form.get('outcome') ?? '')
  const error = fieldError(attemptFields.outcome, outcome || null)
  if (error) throw new Refusal({ outcome: error })
  const record = await settleAttempt(api, target(form), outcome, key)
  return { notice: 'status-changed', of: recordLink(paymentAttempts, record) }
}

export const link = async ({ api, form, key }: Parameters<Intent>[0]) => ({
  shown: { intent: 'link' as const, link: await makePayLink(api, target(form), key) },
})

export const many: Intent = async ({ api, form, key }) => {
  const { reason } = await writtenIn(api, retryManyFields, form)
  const job = await retryMany(api, { reason, reach: String(form.get(reachParam) ?? '') }, key)
  return { notice: 'job-started', of: jobLink(job, path) }
}
