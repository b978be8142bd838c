import { removeParam } from '#shared/navigation/flashMessage.ts'

/** The parameter that opens the panel of jobs on any page, at one of them where it names it; and where the panel's forms go. */
export const jobsParam = 'jobs'
export const jobsPath = '/jobs'

/** What became of each row of a job, as a file. */
export const buildJobRowsFileUrl = (id: number) => `/api/jobs/${id}/rows/export`

type PageLocation = { pathname: string; search: string }

/** The same page with the panel open, at this job. */
export function withJobsPanel({ pathname, search }: PageLocation, id?: number): string {
  const rest = removeParam(search, jobsParam)
  return `${pathname}${rest === '' ? '?' : `${rest}&`}${jobsParam}${id === undefined ? '' : `=${id}`}`
}

export const removeJobsPanel = ({ pathname, search }: PageLocation): string =>
  pathname + removeParam(search, jobsParam)
