import type { Api } from '#shared/engine/api.ts'
import { createLazyPart } from '#client/runtime/lazyPart.ts'
import type { NextStore } from './nextStoreMessages.ts'

/** Orders that a fixed payment setup left unpaid, as text, and the incident that retries them. */
export type UnpaidOrders = { text: string; to: string }

/**
 * What a setup was opened to fix and for which store, the reason, and what to fix next. Null if no
 * store led here.
 */
export type StoreFix = {
  title: string
  /** Replaces the title if the test of the active setup couldn't check every step. */
  uncheckedTitle: string | null
  detail: string | null
  ok: boolean
  back: string
  next: { label: string; to: string } | null
  /** Other stores with the same problem, once it's fixed here. */
  nextStore: NextStore | null
  /** The orders that are still unpaid because of the problem, once it's fixed here. */
  unpaid: UnpaidOrders | null
} | null

export type StoreFixOptions = { api: Api; params: URLSearchParams; signal: AbortSignal }

/** What finds out why a store led here. Only loaders need it, and only when a store did. */
export const storeFixPart = createLazyPart<{
  loadStoreFix(options: StoreFixOptions): Promise<StoreFix>
}>()
