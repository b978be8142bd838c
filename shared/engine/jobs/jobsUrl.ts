import { removeParam } from '../urlParams.ts'

/**
 * URL parameter that opens the jobs panel on any page, at one job if it names one; and the path
 * that the panel's forms are sent to.
 */
export const jobsParam = 'jobs'
export const jobsPath = '/jobs'

/** Returns the URL of a job's rows with their outcomes, as a file. */
export const buildJobRowsFileUrl = (id: number) => `/api/jobs/${id}/rows/export`

type PageLocation = { pathname: string; search: string }

/** Returns the URL of the same page with the panel open, at this job. */
export function withJobsPanel({ pathname, search }: PageLocation, id?: number): string {
  const rest = removeParam(search, jobsParam)
  return `${pathname}${rest === '' ? '?' : `${rest}&`}${jobsParam}${id === undefined ? '' : `=${id}`}`
}

export const removeJobsPanel = ({ pathname, search }: PageLocation): string =>
  pathname + removeParam(search, jobsParam)
