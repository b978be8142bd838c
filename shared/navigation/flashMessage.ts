import type { RecordLink } from '../engine/recordLink.ts'
import type { Undo } from '../engine/undo.ts'
import { flashParam, removeParam } from '../engine/urlParams.ts'
import { jobsParam } from '../engine/jobs/jobsUrl.ts'
import type { CountFlashKey, FlashKey, RecordFlashKey } from './flashTexts.ts'

/** Outcome of an action: its record, and how to undo it if that's possible. */
export type FlashMessage =
  | { notice: RecordFlashKey | CountFlashKey; of: RecordLink; undo?: Undo | null }
  | { notice: Exclude<FlashKey, RecordFlashKey>; of?: undefined; undo?: undefined }

/** Outcome as a URL states it, which doesn't always include the record. */
export type FlashParts = {
  notice: FlashMessage['notice']
  of?: RecordLink | undefined
  undo?: Undo | null | undefined
}

/** Outcome as a notification: data whose link is on the record's name. */
export type FlashNotification = {
  type: 'success'
  text: string
  link?: RecordLink
  undo?: Undo
  undoAt?: string
  about?: string
  isProgress?: true
}

/** Returns the topic of messages about a job: the newest message replaces the others. */
export const getJobNotificationTopic = (id: number): string => `job:${id}`

/** Returns whether an outcome is a job that has just started. A test may also run without a job. */
export const isJobStart = ({ notice, of: record }: FlashParts): boolean =>
  notice === 'job-started' || (notice === 'test-started' && record?.resource === jobsParam)

/**
 * Adds the outcome to a URL. It only identifies the record, since a URL may come from anyone, so it
 * never includes the undo.
 */
export function withFlash(path: string, { notice, of: record }: FlashParts): string {
  const value = record?.id ? `${notice}.${record.resource}.${record.id}` : notice
  // Only the last outcome in a row is shown.
  const rest = path.replace(/(?<=[?&])notice=[^&]*&?/, '')
  return `${rest}${rest.includes('?') ? '&' : '?'}${flashParam}=${value}`
}

/** Removes the outcome from a query string; everything else stays as written. */
export const removeFlash = (search: string): string => removeParam(search, flashParam)

/** Whether the second URL only lacks the flash of the first; then nothing has to be loaded. */
export function isSameExceptFlash(from: URL, to: URL): boolean {
  if (!from.searchParams.has(flashParam) || to.searchParams.has(flashParam)) return false
  const rest = new URLSearchParams(from.search)
  rest.delete(flashParam)
  return from.pathname === to.pathname && rest.toString() === to.searchParams.toString()
}
