import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { Platform } from '../platform/platform.ts'

/** An event as it came: a signature is over these bytes. */
export type Received = { platform: Platform; body: string; header: (name: string) => string }

/** Takes an event that is genuine: each counts once. */
export type Receiver = (
  received: Received,
  record: AnyRecord,
) => Promise<'taken' | 'known' | 'not genuine'>

/** Who hears the events of a provider, by the settings that the address names. */
export type Hearing = {
  resource: Resource
  /** Whether the provider tells these settings anything. */
  hears?: (record: AnyRecord) => boolean
  receive: Receiver
  /** What proves to a provider that asks that the address is ours; null where nothing does. */
  prove?: (platform: Platform, record: AnyRecord, asked: URLSearchParams) => Promise<string | null>
}

/** By the provider's name in the address. */
export type Hearings = Readonly<Record<string, Hearing>>
