import { useEffect, useState } from 'react'
import type { Job } from '#shared/engine/jobs/jobCalls.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'
import { loadJobDetails } from './loadJobsPanel.ts'
import type { LoadedJobs, JobDetails } from './loadJobsPanel.ts'

/** Loads the rows of the open job when it opens, and again whenever its row counts change. */
export function useOpenJobDetails(id: string, jobs: Job[] | null, loaded: LoadedJobs | null) {
  const api = useApi()
  const [open, setOpen] = useState<JobDetails | null>(loaded?.rows ?? null)
  const job = jobs?.find((one) => String(one.id) === id)
  const counts = job ? [job.rows.failed, job.rows.refused, job.rows.done].join() : null
  useEffect(() => {
    if (id === '' || counts === null) return undefined
    const controller = new AbortController()
    loadJobDetails(api, id, controller.signal).then(
      (rows) => !controller.signal.aborted && setOpen(rows),
      () => undefined,
    )
    return () => controller.abort()
  }, [api, id, counts])
  return open?.id === id ? open : null
}
