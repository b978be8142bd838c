import { createContext } from 'react-router'
import type { Api, ApiError } from '#shared/engine/api.ts'
import { formatFlashMessage, withFlash } from '#shared/navigation/flashMessage.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { SnapshotFrom } from 'xstate'
import type { Actors } from './actors.ts'

/** What loaders and actions work with, the same on both sides (design.md, "Life of a request"). */
export const apiContext = createContext<Api>()
export const actorsContext = createContext<Actors>()

/** Facts of this console that its pages show; they come from the server's settings. */
export type ConsoleFacts = {
  jobTitle: string
  organisation: string
  /** Whether menu and routes follow permissions. */
  enforcePermissions: boolean
  /** Whether the sign-in page offers Google. */
  google: boolean
}
export const factsContext = createContext<ConsoleFacts>()

/** The operator's time zone, for loaders and actions; on the server the user may still be asked for. */
export const timeZoneContext = createContext<() => Promise<string>>(() => Promise.resolve(utcZone))

/** The time zone of who is signed in. */
export const getTimeZone = ({ context }: SnapshotFrom<Actors['session']>): string =>
  context.user?.timeZone ?? utcZone

/** Why the signed-in user could not be read, if so: where permissions decide, no page can then be opened. */
export const userFailureContext = createContext<ApiError | null>(null)

/** Says what an action did, on the page that it leads to; answers with the address of that. */
export type Notify = (to: string, outcome: FlashMessage) => string

/** The server can but write it into the address of the page that comes next. */
export const notifyContext = createContext<Notify>(withFlash)

/**
 * In the browser the notification area is at hand: it is given the whole, for when that page stands; the address says nothing.
 * A job that was started counts at once.
 */
export const notifyInBrowser =
  ({ notifications, session }: Pick<Actors, 'notifications' | 'session'>): Notify =>
  (to, outcome) => {
    notifications.send({ type: 'notification.prepare', notification: formatFlashMessage(outcome) })
    // Only a tab that a form opened to create a record has such a name.
    if (window.name.startsWith('new-record:'))
      void import('./newRecordTab.ts').then(({ reportNewRecord }) => reportNewRecord(to, outcome))
    const { jobsUnderWay = 0 } = session.getSnapshot().context.user ?? {}
    if (outcome.notice === 'job-started')
      session.send({ type: 'jobs.counted', underWay: jobsUnderWay + 1 })
    return to
  }
