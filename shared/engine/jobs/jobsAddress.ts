import { withoutParam } from '#shared/navigation/notice.ts'

/** The parameter that opens the panel of jobs on any page, at one of them where it names it; and where the panel's forms go. */
export const jobsParam = 'jobs'
export const jobsPath = '/jobs'

/** What became of each row of a job, as a file. */
export const rowsFile = (id: number) => `/api/jobs/${id}/rows/export`

type Here = { pathname: string; search: string }

/** The same page with the panel open, at this job. */
export function withJobs({ pathname, search }: Here, id?: number): string {
  const rest = withoutParam(search, jobsParam)
  return `${pathname}${rest === '' ? '?' : `${rest}&`}${jobsParam}${id === undefined ? '' : `=${id}`}`
}

export const withoutJobs = ({ pathname, search }: Here): string =>
  pathname + withoutParam(search, jobsParam)
