import { array, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import type { GuardInput } from '#shared/engine/guards.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import { defineResource } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { themeVersions } from './themeVersions.ts'
import type { RolloutEvent } from './rollout.ts'

/** Theme versions for the rollout, where each step affects stores. */
export const rolloutVersions = defineResource({
  ...themeVersions,
  api: { ...themeVersions.api, impact: { one: 'store', many: 'stores' } },
})

const StoreVersionChange = type({
  storeId: number(),
  name: string(),
  /** The store's previous version; null if it had none. */
  from: nullable(string()),
  at: string(),
  /** When the store went back to that version. */
  backAt: nullable(string()),
})

export const Rollout = type({
  /**
   * For each stage, how many stores that use the theme are in it, and how many of them run the
   * version.
   */
  stages: array(type({ share: number(), stores: number(), running: number() })),
  /** The latest changes by store, newest first; at most 100. */
  moved: array(StoreVersionChange),
  total: number(),
  /**
   * Pilot stores that use the theme, and how many of them run the version; null if there are none.
   */
  pilots: optional(nullable(type({ stores: number(), running: number() }))),
  /** The rollout's guard, if any, and what a guard found when it paused the rollout. */
  guard: optional(
    type({ name: nullable(string()), percent: nullable(number()), rise: nullable(string()) }),
  ),
  /** Steps that aren't possible now: why, and where to fix that. */
  blocked: optional(
    array(
      type({
        event: string(),
        sentence: string(),
        link: nullable(type({ to: string(), label: string() })),
      }),
    ),
  ),
})
export type Rollout = Infer<typeof Rollout>

/** GET /themeVersions/ID/rollout */
export async function loadRollout(api: Api, id: number, signal?: AbortSignal): Promise<Rollout> {
  const path = `/themeVersions/${id}/rollout`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(Rollout, body)
}

type RolloutStep = GuardInput & {
  id: number
  version: number
  event: RolloutEvent
  reach: string
}

/**
 * POST /themeVersions/ID/rollout: returns the ID of its job, or null if no store changes. The start
 * can name a guard. Fails with 422 `fields`, with 409 `wrong_state`, or with 409 and `reach` until
 * the call sends that token.
 */
export async function updateRollout(
  api: Api,
  { id, version, event, reach, guard, guardPercent }: RolloutStep,
  idempotencyKey: string,
): Promise<number | null> {
  const path = `/themeVersions/${id}/rollout`
  const answer = await api.send({
    method: 'POST',
    path,
    search: new URLSearchParams(reach ? { [impactParam]: reach } : {}),
    body: { event, ...(guard && { guard, guardPercent }) },
    ifMatch: version,
    idempotencyKey,
  })
  return parseResponse(type({ job: nullable(number()) }), answer.body).job
}

const ThemeColorSchema = type({
  name: string(),
  label: string(),
  initial: string(),
  on: nullable(string()),
})
const ThemeFontSchema = type({
  name: string(),
  label: string(),
  initial: string(),
  options: array(string()),
})

export const ThemeSettings = type({
  /** The version that defines these settings; null if the theme has none. */
  semver: nullable(string()),
  colours: array(ThemeColorSchema),
  fonts: array(ThemeFontSchema),
  values: type({}),
})
export type ThemeSettings = Infer<typeof ThemeSettings>

/**
 * GET /themes/ID/settings: the settings that the latest version offers, and their current values.
 */
export async function loadThemeSettings(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<ThemeSettings> {
  const path = `/themes/${id}/settings`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(ThemeSettings, body)
}

/**
 * PUT /themes/ID/settings: saves all settings. Fails with 422 and `fields` by the settings' names,
 * or with 409 and `reach` until that is confirmed.
 */
export async function saveThemeSettings(
  api: Api,
  { id, version, reach }: { id: number; version: number; reach: string },
  values: Record<string, unknown>,
  idempotencyKey: string,
): Promise<AnyRecord> {
  const path = `/themes/${id}/settings`
  const search = new URLSearchParams(reach ? { [impactParam]: reach } : {})
  const answer = await api.send({
    method: 'PUT',
    path,
    search,
    body: { values },
    ifMatch: version,
    idempotencyKey,
  })
  return parseRecord(answer.body)
}
