import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Platform } from '../platform/platform.ts'

/** An event as it came: a signature is over these bytes. */
export type WebhookRequest = { platform: Platform; body: string; header: (name: string) => string }

/** Takes an event that is genuine: each counts once. */
export type ReceiveWebhook = (
  received: WebhookRequest,
  record: AnyRecord,
) => Promise<'taken' | 'known' | 'not genuine'>

/** Who hears the events of a provider, by the settings that the address names. */
export type WebhookHandler = {
  resource: Resource
  /** Whether the provider tells these settings anything. */
  accepts?: (record: AnyRecord) => boolean
  receive: ReceiveWebhook
  /** What proves to a provider that asks that the address is ours; null where nothing does. */
  answerChallenge?: (
    platform: Platform,
    record: AnyRecord,
    asked: URLSearchParams,
  ) => Promise<string | null>
}

/** By the provider's name in the address. */
export type WebhookHandlers = Readonly<Record<string, WebhookHandler>>
