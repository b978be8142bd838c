import type { AnyRecord } from '#shared/engine/resource.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { DescribedError } from '#server/platform/core/platform/describedError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { ChannelMessage, StartedThread } from './channelMessage.ts'

export type ChannelContext = {
  platform: Platform
  record: AnyRecord
  /** The channel's secrets by field, unsealed. */
  secrets: Readonly<Record<string, string | null>>
  signal?: AbortSignal
}

/** Everything in which the types of channels differ. */
export type ChannelTypeDefinition = {
  /** Checks that messages can leave, without sending any. */
  connect: (context: ChannelContext) => Promise<StepResult>
  /**
   * Sends one message, and resolves with the thread that it started, if any. Rejects with a
   * `NetworkError`, or a `ChannelError` if it was rejected.
   */
  send: (context: ChannelContext, message: ChannelMessage) => Promise<StartedThread | null>
  /** Sends a test message; nothing of it stays open. Rejects as `send` does. */
  sendTest: (context: ChannelContext) => Promise<void>
  /**
   * When a message whose outcome is unknown is sent again, in minutes. Recipients that recognize a
   * repeated message get it soon; others only after the deduplication window.
   */
  repeatAfterMinutes: number
  /** How many threads one message can update, if each takes a call of its own. */
  maxThreads?: number
}

/** A repeated message is recognized by the recipient, or the window for one that can't. */
export const repeatMinutes = { recognized: 1, unrecognized: 10 }

/** The recipient rejected a message, so it has no effect. */
export class ChannelError extends DescribedError {
  override name = 'ChannelError'
  /** When to try again, in seconds, if the recipient said so. */
  readonly retryAfter: number | null
  /** The field of the channel to check; undefined if that depends on the type only. */
  readonly field: string | undefined

  constructor(
    code: string,
    sentence: string,
    { retryAfter = null, field }: { retryAfter?: number | null; field?: string } = {},
  ) {
    super(code, sentence)
    this.retryAfter = retryAfter
    this.field = field
  }
}
