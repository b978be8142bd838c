import { createContext } from 'react-router'
import type { Api, ApiError } from '#shared/engine/api.ts'
import { isJobStart, withFlash } from '#shared/navigation/flashMessage.ts'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import { utcZone } from '#shared/format/zones.ts'
import type { SnapshotFrom } from 'xstate'
import type { Actors } from './actors.ts'
import { flashPart } from './flashPart.ts'
import { finishNewRecordTab } from './finishNewRecordTab.ts'

/** Contexts for loaders and actions, the same on both sides (design.md, "Life of a request"). */
export const apiContext = createContext<Api>()
export const actorsContext = createContext<Actors>()

/** Facts about this console that its pages show, from the server's settings. */
export type ConsoleFacts = {
  jobTitle: string
  organisation: string
  /** Whether menu and routes follow permissions. */
  enforcePermissions: boolean
  /** Whether the sign-in page offers Google. */
  google: boolean
  /** Whether the console's host can have passkeys: IP addresses can't. */
  passkeys: boolean
  /** The console's own origin. */
  origin: string
  /** The OpenID providers that the sign-in page offers; other pages have none. */
  providers?: readonly { id: number; name: string }[]
}
export const factsContext = createContext<ConsoleFacts>()

/** The operator's time zone for loaders and actions. The server may still have to load the user. */
export const timeZoneContext = createContext<() => Promise<string>>(() => Promise.resolve(utcZone))

/** Returns the signed-in user's time zone, or UTC. */
export const getTimeZone = ({ context }: SnapshotFrom<Actors['session']>): string =>
  context.user?.timeZone ?? utcZone

/**
 * The error that prevented loading the signed-in user, if any. If permissions are enforced, no page
 * can be opened then.
 */
export const userFailureContext = createContext<ApiError | null>(null)

/** Announces an action's result on the page that it leads to, and returns that page's URL. */
export type Notify = (to: string, outcome: FlashMessage) => string

/** The default is the server's: it can only write the message into the next page's URL. */
export const notifyContext = createContext<Notify>(withFlash)

/**
 * Hands the message to the notification area, which shows it when the next page appears. The URL
 * carries it only if its text couldn't be loaded. A started job counts immediately.
 */
export const notifyInBrowser =
  ({ notifications, session }: Pick<Actors, 'notifications' | 'session'>): Notify =>
  (to, outcome) => {
    finishNewRecordTab(to, outcome)
    const { jobsUnderWay = 0 } = session.getSnapshot().context.user ?? {}
    if (isJobStart(outcome)) session.send({ type: 'jobs.counted', underWay: jobsUnderWay + 1 })
    const texts = flashPart.get()
    if (!texts) return withFlash(to, outcome)
    const notification = texts.formatFlashMessage(outcome)
    notifications.send({ type: 'notification.prepare', notification })
    return to
  }
