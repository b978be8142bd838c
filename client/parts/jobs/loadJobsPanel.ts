import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { listJobs, loadNotableRows } from '#shared/engine/jobs/jobCalls.ts'
import type { Job, JobRow } from '#shared/engine/jobs/jobCalls.ts'
import { jobsParam } from '#shared/engine/jobs/jobsUrl.ts'
import { loadJob } from '#client/frame/index.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { formatError } from '#client/runtime/formatError.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { jobsMessages } from './messages.ts'

export type JobDetails = { id: string; rows: JobRow[] } | { id: string; failure: string }

export type LoadedJobs = {
  id: string
  jobs: Job[] | null
  failure: string | null
  rows: JobDetails | null
  writeKey: string
}

export async function loadJobsPanel({ request, context }: LoaderFunctionArgs): Promise<LoadedJobs> {
  const api = context.get(apiContext)
  const id = new URL(request.url).searchParams.get(jobsParam) ?? ''
  const { signal } = request
  const [listed, open] = await Promise.all([
    listJobs(api, signal).then(
      (jobs) => ({ jobs, failure: null }),
      (error: unknown) => ({ jobs: null, failure: formatLoadError(error, jobsMessages.what) }),
    ),
    id === '' ? null : loadJobDetails(api, id, signal),
  ])
  const isListed = open === null || listed.jobs?.some((job) => String(job.id) === id) !== false
  const jobs = isListed || !('job' in open) ? listed.jobs : [open.job, ...(listed.jobs ?? [])]
  return { id, ...listed, jobs, rows: open, writeKey: createIdempotencyKey() }
}

/** Loads a job's notable rows, and the job itself, since an old job isn't in the list. */
export async function loadJobDetails(
  api: Api,
  id: string,
  signal?: AbortSignal,
): Promise<JobDetails & { job?: Job }> {
  try {
    if (!/^[1-9]\d{0,9}$/.test(id))
      throw new ApiError({ status: 404, code: 'not_found', title: '' })
    const job = await loadJob(api, Number(id), signal)
    return { id, job, rows: await loadNotableRows(api, job, signal) }
  } catch (error) {
    return { id, failure: formatLoadError(error, jobsMessages.one) }
  }
}

function formatLoadError(error: unknown, what: string): string {
  if (!(error instanceof ApiError)) throw error
  return formatError(error, what)
}
