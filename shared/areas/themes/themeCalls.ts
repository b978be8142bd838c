import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { startJob } from '#shared/engine/jobs/jobCalls.ts'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'

/**
 * POST /themes/ID/assign: starts a job that assigns the theme to stores. Fails with 409 and `reach`
 * until the call sends that token.
 */
export const assignTheme = (
  api: Api,
  { id, storeIds, reach }: { id: number; storeIds: unknown; reach: string },
  key: string,
): Promise<Job> =>
  startJob(api, `/themes/${id}/assign`, key, {
    body: { storeIds },
    search: new URLSearchParams({ [impactParam]: reach }),
  })
