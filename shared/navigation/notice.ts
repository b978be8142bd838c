import type { RecordLink } from '../engine/recordLink.ts'
import type { Undo } from '../engine/undo.ts'
import { formatNumber } from '../format/numbers.ts'

/** The parameter of an address that names the outcome of what was just done. */
export const noticeParam = 'notice'

/** What was done, in words, by the name that the address says it with. */
export const notices = {
  created: 'Created',
  saved: 'Saved',
  'saved-untested':
    "Saved but not tested, because you've run too many tests. Wait a minute, then test.",
  unchanged: 'Nothing changed',
  deleted: 'Deleted',
  reordered: 'Order saved',
  'columns-kept': 'Columns saved',
  reset: 'Reset to the platform default',
  'status-changed': 'Status changed',
  'signed-out-user': 'Sessions ended',
  'password-set': 'Your password is set. Sign in with it now.',
  'store-admin-set': 'Your password is set. Sign in at your store.',
  reassigned: 'Deleted. Its members are now in the group you chose.',
  'deletion-planned': 'The store is archived and scheduled for deletion.',
  decided: 'Decision saved',
  'taken-back': 'Entry reversed',
  expired: 'Expired',
  'reversal-waits': 'A second operator must approve the reversal.',
  'credit-waits': 'Saved. A second operator must approve these credits first.',
  'program-waits': "Saved. A second operator must approve this group's credits first.",
  'program-approved': 'Credits approved',
  restored: 'Store restored',
  duplicated: 'Store duplicated. This is the new draft.',
  copied: 'Copied',
  'copies-wait': 'Copied. A second operator must approve the credits for some copies.',
  'view-first': 'This is now your default view.',
  'view-shared': 'Shared with all users',
  'view-unshared': 'Now only you can see this view.',
  'put-back': 'Change undone',
  undone: 'Undone, except for records that have changed since then.',
  'zone-kept': 'Times are now shown in your time zone.',
  'store-created': 'Store created',
  'job-started': 'Started. Follow its progress under Jobs in the top bar.',
  posted: 'Resent',
  'test-started': 'The test is running.',
  activated: 'Activated',
  disabled: 'Disabled',
  refreshed: 'Refreshed',
  taken: 'Assigned to you',
  released: 'Unassigned',
  snoozed: 'Alert snoozed',
  resolved: 'Alert dismissed',
  reopened: 'Reopened',
  mended: 'Already fixed',
  frozen: "Gift cards are frozen and won't be sent.",
  unfrozen: 'Gift cards unfrozen',
  'signed-out': "You're signed out.",
  'password-changed': 'Your password was changed. Your other sessions were ended.',
} as const

type Notice = keyof typeof notices

/** The same of a record that is named: whoever says one of these says of which. */
const named = {
  created: (name: string) => `Created ${name}`,
  saved: (name: string) => `Saved ${name}`,
  'saved-untested': (name: string) =>
    `Saved ${name} but didn't test it, because you've run too many tests. Wait a minute, then test.`,
  unchanged: (name: string) => `Nothing changed in ${name}`,
  reordered: (name: string) => `Saved ${name}`,
  deleted: (name: string) => `Deleted ${name}`,
  'columns-kept': (name: string) => `Saved your columns for ${name}`,
  copied: (name: string) => `Copied ${name}`,
  'copies-wait': (name: string) =>
    `Copied ${name}. A second operator must approve the credits for some copies.`,
  reassigned: (name: string) => `Deleted ${name}. Its members are now in the group you chose.`,
  decided: (name: string) => `Saved your decision on ${name}`,
  'taken-back': (name: string) => `Reversed ${name}`,
  expired: (name: string) => `Expired the remaining credits in ${name}`,
  'reversal-waits': (name: string) => `A second operator must approve the reversal of ${name}.`,
  'credit-waits': (name: string) => `Waiting for a second operator to approve ${name}`,
  'program-waits': (name: string) =>
    `Saved. A second operator must approve the credits for ${name}.`,
  'program-approved': (name: string) => `Approved credits for ${name}`,
  refreshed: (name: string) => `Refreshed ${name}`,
  taken: (name: string) => `Assigned to you: ${name}`,
  released: (name: string) => `Unassigned ${name}`,
  snoozed: (name: string) => `Snoozed ${name}`,
  resolved: (name: string) => `Dismissed ${name}`,
  reopened: (name: string) => `Reopened ${name}`,
  mended: (name: string) => `Already fixed: ${name}`,
  frozen: (name: string) => `Frozen. ${name} won't send gift cards.`,
  unfrozen: (name: string) => `Unfrozen. ${name} can send gift cards again.`,
  'view-first': (name: string) => `${name} is now your default view.`,
  'view-shared': (name: string) => `Shared ${name} with all users`,
  'view-unshared': (name: string) => `Stopped sharing ${name}`,
  'put-back': (name: string) => `Undid the change to ${name}`,
  undone: (name: string) => `Undid ${name}, except for records that have changed since then.`,
  reset: (name: string) => `Reset ${name} to the platform default`,
  'status-changed': (name: string) => `Changed the status of ${name}`,
  'signed-out-user': (name: string) => `Ended all sessions for ${name}`,
  'deletion-planned': (name: string) => `Archived ${name} and scheduled it for deletion`,
  restored: (name: string) => `Restored ${name}`,
  duplicated: (name: string) => `Duplicated as draft ${name}`,
  'store-created': (name: string) => `Created ${name}`,
  'job-started': (name: string) => `Running: ${name}`,
  posted: (name: string) => `Resent to ${name}`,
  'test-started': (name: string) => `Testing ${name}`,
  activated: (name: string) => `Activated ${name}`,
  disabled: (name: string) => `Disabled ${name}`,
} satisfies { [Name in Notice]?: (name: string) => string }

type OfRecord = keyof typeof named

const members = (count: number) => (count === 1 ? '1 member' : `${formatNumber(count)} members`)

/** The same of so many at once, and of which record. */
const counted = {
  created: (_count: number, name: string) => `Created ${name}`,
  added: (count: number, name: string) => `Moved ${members(count)} to ${name}`,
  removed: (count: number, name: string) => `Removed ${members(count)} from ${name}`,
}

/** The outcome of what was done to so many at once. */
type Counted = `${keyof typeof counted}-${number}`

/** What was done: to which record, and how it is put back, where that can be said. */
export type Outcome =
  | { notice: OfRecord | Counted; of: RecordLink; undo?: Undo | null }
  | { notice: Exclude<Notice, OfRecord>; of?: undefined; undo?: undefined }

/** What an address says of it: not always of which record. */
type Said = {
  notice: Outcome['notice']
  of?: RecordLink | undefined
  undo?: Undo | null | undefined
}

/** What a message says of it, as data: the link is on the record's name. */
export type OutcomeMessage = {
  type: 'success'
  text: string
  link?: RecordLink
  undo?: Undo
  undoAt?: string
  about?: string
  isProgress?: true
}

/** What messages about a job have in common: the newest one replaces the others. */
export const aboutJob = (id: number): string => `job:${id}`

/** The same where the record's name isn't known. */
const unnamed: Record<keyof typeof counted, (count: number) => string> = {
  created: (count) =>
    count === 1
      ? 'Created 1 record. The list shows the newest first.'
      : `Created ${formatNumber(count)} records. The list shows the newest first.`,
  added: (count) => `Moved ${members(count)}`,
  removed: (count) => `Removed ${members(count)}`,
}

export function outcomeMessage({ notice, of, undo }: Said): OutcomeMessage {
  const sentence = sentenceOf(notice)
  return {
    type: 'success',
    text: of && sentence ? sentence(of.name) : textOf(notice),
    ...(of && sentence ? { link: of } : {}),
    ...(undo ? { undo } : {}),
    ...(notice === 'job-started' && { isProgress: true as const, ...aboutJobOf(of) }),
  }
}

const aboutJobOf = (of: RecordLink | undefined) => (of?.id ? { about: aboutJob(of.id) } : {})

function sentenceOf(notice: Outcome['notice']): ((name: string) => string) | undefined {
  const sentences: { [name: string]: (name: string) => string } = named
  if (isNotice(notice)) return sentences[notice]
  const { what, count } = countIn(notice)
  return (name) => counted[what](count, name)
}

function countIn(notice: Counted) {
  const [what, count] = notice.split('-')
  // It begins with one of them, by its type.
  return { what: what as keyof typeof counted, count: Number(count) }
}

const isNotice = (name: string): name is Notice => Object.hasOwn(notices, name)

function textOf(notice: Outcome['notice']): string {
  if (isNotice(notice)) return notices[notice]
  const { what, count } = countIn(notice)
  return unnamed[what](count)
}

/** What an address says was done, and to which record of which resource; undefined when that is nothing, or nothing known. */
export function noticeIn(
  params: URLSearchParams,
): { notice: Outcome['notice']; resource?: string; id?: number } | undefined {
  const [name = '', resource, id] = (params.get(noticeParam) ?? '').split('.')
  if (!isNotice(name) && !/^(created|added|removed)-\d{1,6}$/.test(name)) return undefined
  const notice = name as Outcome['notice'] // One of the two that were looked for.
  if (!resource || !/^[1-9]\d{0,8}$/.test(id ?? '')) return { notice }
  return { notice, resource, id: Number(id) }
}

/** An address with the outcome: only which record, since an address may come from anyone; so Undo does not travel in it. */
export function withNotice(path: string, { notice, of }: Said): string {
  const said = of?.id ? `${notice}.${of.resource}.${of.id}` : notice
  // Of two outcomes in a row the last is told.
  const rest = path.replace(/(?<=[?&])notice=[^&]*&?/, '')
  return `${rest}${rest.includes('?') ? '&' : '?'}${noticeParam}=${said}`
}

/** The query of an address without the outcome; what else it says stays as it is written. */
export const withoutNotice = (search: string): string => withoutParam(search, noticeParam)

/** The query of an address without one of its parameters. */
export function withoutParam(search: string, name: string): string {
  const kept = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== name)
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

/** Whether two addresses show the same and only the notice left: then nothing has to be loaded again. */
export function differsInNoticeAlone(from: URL, to: URL): boolean {
  if (!from.searchParams.has(noticeParam) || to.searchParams.has(noticeParam)) return false
  const rest = new URLSearchParams(from.search)
  rest.delete(noticeParam)
  return from.pathname === to.pathname && rest.toString() === to.searchParams.toString()
}
