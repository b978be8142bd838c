import { impactParam } from '#shared/engine/impact.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { removeFlash } from '#shared/navigation/flashMessage.ts'
import { createUndo } from '#shared/engine/undo.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { attemptFields, maxRetryDelayMs } from '#shared/areas/payments/attempts.ts'
import {
  dismissAttempt,
  sendPaymentLink,
  reopenAttempt,
  retryAttempt,
  retryPaymentsByReason,
  schedulePaymentRetry,
  saveOperatorChargeOutcome,
} from '#shared/areas/payments/attemptCalls.ts'
import { retryByReasonFields } from '#shared/areas/payments/retryableAttempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { toJobLink } from '#client/frame/index.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseRecordVersion, parseValidForm } from '#client/form/saveChanges.ts'

const { path: attemptsPath } = paymentAttempts

/**
 * Builds the URL of the same page with the attempt's timeline, which will show the result of a
 * charge.
 */
function buildTimelineUrl(url: string, id: number): string {
  const { pathname, search } = new URL(url)
  const params = new URLSearchParams(removeFlash(search))
  params.delete('retry')
  params.set('timeline', String(id))
  return `${pathname}?${params}`
}

export const retryAttemptIntent: Intent = async ({ api, form, key, url }) => {
  const confirmed = { amount: Number(form.get('amount')), currency: String(form.get('currency')) }
  const { id } = parseRecordVersion(form)
  const job = await retryAttempt(api, id, confirmed, key)
  return { notice: 'job-started', of: toJobLink(job, attemptsPath), to: buildTimelineUrl(url, id) }
}

export const scheduleAttemptIntent: Intent = async ({ api, form, key }) => {
  const wait = String(form.get('at'))
  const time = /^\d+$/.test(wait)
    ? new Date(Date.now() + Math.min(Number(wait) * 3_600_000, maxRetryDelayMs)).toISOString()
    : wait
  const error = validateField(attemptFields.at, time)
  if (error) throw new FormError({ at: error })
  const record = await schedulePaymentRetry(api, parseRecordVersion(form), time, key)
  return { notice: 'saved', of: toRecordLink(paymentAttempts, record) }
}

export const dismissAttemptIntent: Intent = async ({ api, form, key }) => {
  const reason = String(form.get('reason') ?? '').trim()
  const error = validateField(attemptFields.reason, reason || null)
  if (error) throw new FormError({ reason: error })
  const record = await dismissAttempt(api, parseRecordVersion(form), reason, key)
  // Undoing a dismissal always makes the attempt open, which restores its previous state only if it
  // was open.
  const path = `/${paymentAttempts.name}/${record.id}/dismissal`
  const undo =
    form.get('was') === 'open' ? createUndo(record, { method: 'DELETE', path, body: {} }) : null
  return { notice: 'status-changed', of: toRecordLink(paymentAttempts, record), undo }
}

export const reopenAttemptIntent: Intent = async ({ api, form, key }) => {
  const record = await reopenAttempt(api, parseRecordVersion(form), key)
  const reason = String(form.get('because') ?? '')
  const path = `/${paymentAttempts.name}/${record.id}/dismissal`
  const undo = reason ? createUndo(record, { method: 'POST', path, body: { reason } }) : null
  return { notice: 'status-changed', of: toRecordLink(paymentAttempts, record), undo }
}

export const recordResultIntent: Intent = async ({ api, form, key }) => {
  const outcome = String(form.get('outcome') ?? '')
  const error = validateField(attemptFields.outcome, outcome || null)
  if (error) throw new FormError({ outcome: error })
  const record = await saveOperatorChargeOutcome(api, parseRecordVersion(form), outcome, key)
  return { notice: 'status-changed', of: toRecordLink(paymentAttempts, record) }
}

export const paymentLinkIntent = async ({ api, form, key }: Parameters<Intent>[0]) => ({
  shown: {
    intent: 'link' as const,
    link: await sendPaymentLink(api, parseRecordVersion(form), key),
  },
})

export const retryPaymentsByReasonIntent: Intent = async ({ api, form, key }) => {
  const { reason } = await parseValidForm(api, retryByReasonFields, form)
  const job = await retryPaymentsByReason(
    api,
    { reason, reach: String(form.get(impactParam) ?? '') },
    key,
  )
  return { notice: 'job-started', of: toJobLink(job, attemptsPath) }
}
