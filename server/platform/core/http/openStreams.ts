import { Readable } from 'node:stream'
import { findSessions, hasSameAccess } from '../auth/sessions.ts'
import type { Session } from '../auth/sessions.ts'
import type { Caller } from '../auth/tokens.ts'
import type { Platform } from '../platform/platform.ts'
import { writeEvents } from './eventStream.ts'
import type { ChangeQuery, EventStream } from './eventStream.ts'
import { SharedPoll } from './sharedPoll.ts'

/** The longest a stream outlives its session, or its account's loss of a permission or store. */
export const sessionCheckMs = 900

/**
 * How long a stream whose client isn't reading can take to end cleanly before its connection is
 * closed.
 */
const closeTimeoutMs = 1000

/**
 * The event streams of this process. Sessions share one query, and so does each kind of change, so
 * more streams don't mean more queries.
 */
export class OpenStreams {
  readonly #platform: Pick<Platform, 'db' | 'now' | 'log' | 'shutdownSignal'>
  readonly #sessions: SharedPoll<number, Session>
  readonly #changes = new Map<ChangeQuery, SharedPoll<string, string>>()

  constructor(platform: Pick<Platform, 'db' | 'now' | 'log' | 'shutdownSignal'>) {
    this.#platform = platform
    this.#sessions = new SharedPoll(
      (tokenIds) => findSessions(platform, tokenIds),
      sessionCheckMs,
      // All streams then end, since a session that can't be checked doesn't count.
      (err) => platform.log.warn({ err }, "The sessions of open event streams couldn't be checked"),
    )
  }

  /**
   * Opens a stream for this session. It ends when the session ends or changes, and when the client
   * disconnects, which an idle stream wouldn't notice.
   */
  open(caller: Caller, stream: EventStream, disconnected: AbortSignal): Readable {
    const ended = new AbortController()
    const stopChecking = this.#sessions.watch(caller.tokenId, (session) => {
      if (session && hasSameAccess(session, caller)) return
      ended.abort()
      setTimeout(() => readable.destroy(), closeTimeoutMs).unref()
    })
    const signal = AbortSignal.any([this.#platform.shutdownSignal, ended.signal, disconnected])
    const watch = (onChange: () => void) => {
      let lastMark: string | undefined
      return this.#pollFor(stream.changes).watch(stream.key, (mark) => {
        if (mark !== undefined && mark === lastMark) return
        lastMark = mark
        onChange()
      })
    }
    const readable = Readable.from(writeEvents(stream, { signal, watch }))
    readable.once('close', stopChecking)
    return readable
  }

  #pollFor(changes: ChangeQuery): SharedPoll<string, string> {
    const existing = this.#changes.get(changes)
    if (existing) return existing
    const { db, log } = this.#platform
    const poll = new SharedPoll<string, string>(
      (keys) => changes.findMarks(db, keys),
      changes.everyMs,
      (err) => log.warn({ err }, "Changes for event streams couldn't be read"),
    )
    this.#changes.set(changes, poll)
    return poll
  }
}
