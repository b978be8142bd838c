import type { Api } from '#shared/engine/api.ts'
import { required, text } from '#shared/engine/fields/fields.ts'
import { createEmailPattern } from '#shared/engine/fields/patterns.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { emailMessages } from './messages.ts'

export const smtpTestFields = {
  to: required(
    text(emailMessages.testTo, { max: 254, pattern: createEmailPattern(emailMessages.testTo) }),
    emailMessages.testToMissing,
  ),
}

/**
 * POST /smtpSettings/ID/assign: starts a job that assigns the setting to stores. Fails with 409 and
 * `reach` until that is confirmed.
 */
export const assignSmtpSetting = (
  api: Api,
  { id, storeIds, reach }: { id: number; storeIds: unknown; reach: string },
  key: string,
): Promise<Job> =>
  startJob(api, `/smtpSettings/${id}/assign`, key, {
    body: { storeIds },
    search: new URLSearchParams({ [impactParam]: reach }),
  })

/**
 * POST /smtpSettings/ID/duplicate: creates a draft with the same settings and the same password,
 * which is sealed again.
 */
export async function duplicateSmtpSetting(
  api: Api,
  { id, name }: { id: number; name: string },
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/smtpSettings/${id}/duplicate`
  return parseRecord(
    (await api.send({ method: 'POST', path, body: { name }, idempotencyKey })).body,
  )
}

/** POST /mails/ID/retry: sends a failed email again. */
export async function resendEmail(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({ method: 'POST', path: `/mails/${id}/retry`, body: {}, idempotencyKey })
}
