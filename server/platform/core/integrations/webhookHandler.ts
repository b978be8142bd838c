import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Platform } from '../platform/platform.ts'

/** An event as received. Its signature covers these exact bytes. */
export type WebhookRequest = { platform: Platform; body: string; header: (name: string) => string }

/** Processes an event if it's genuine. A redelivered event must not count again. */
type ReceiveWebhook = (
  received: WebhookRequest,
  record: AnyRecord,
) => Promise<'taken' | 'known' | 'not genuine'>

/** Handles a provider's events for the settings named in the URL. */
export type WebhookHandler = {
  resource: Resource
  /** Whether the provider sends events for these settings. */
  accepts?: (record: AnyRecord) => boolean
  receive: ReceiveWebhook
  /**
   * Returns the proof that the URL is ours when the provider asks for it; null if there is none.
   */
  answerChallenge?: (
    platform: Platform,
    record: AnyRecord,
    asked: URLSearchParams,
  ) => Promise<string | null>
}

/** By the provider's name in the URL. */
export type WebhookHandlers = Readonly<Record<string, WebhookHandler>>
