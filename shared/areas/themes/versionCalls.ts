import { array, nullable, number, optional, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { impactParam } from '#shared/engine/impact.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import { defineResource } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { themeVersions } from './themeVersions.ts'
import { storeReference } from '../stores/storeReference.ts'
import type { RolloutEvent } from './rollout.ts'

/** Versions as their rollout takes them: each step reaches stores. */
export const rolloutVersions = defineResource({ ...themeVersions, impact: storeReference.title })

const StoreVersionChange = type({
  storeId: number(),
  name: string(),
  /** The version it had before; null where it had none. */
  from: nullable(string()),
  at: string(),
  /** When it got that version back. */
  backAt: nullable(string()),
})

export const Rollout = type({
  /** How many stores of those that wear the theme are in each stage, and how many of them run the version. */
  stages: array(type({ share: number(), stores: number(), running: number() })),
  /** What changed for which stores, the latest first; 100 of them at most. */
  moved: array(StoreVersionChange),
  total: number(),
  /** Pilot stores that use the theme, and how many of them run the version; null where there are none. */
  pilots: optional(nullable(type({ stores: number(), running: number() }))),
  /** Steps that can't be taken now: why, and where that is changed. */
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

type RolloutStep = { id: number; version: number; event: RolloutEvent; reach: string }

/** POST /themeVersions/ID/rollout: answers its job, null where no store changes. 409 `wrong_state`, and `reach` until it names that token. */
export async function updateRollout(
  api: Api,
  { id, version, event, reach }: RolloutStep,
  idempotencyKey: string,
): Promise<number | null> {
  const path = `/themeVersions/${id}/rollout`
  const answer = await api.send({
    method: 'POST',
    path,
    search: new URLSearchParams(reach ? { [impactParam]: reach } : {}),
    body: { event },
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
  /** The version whose settings these are; null where the theme has none. */
  semver: nullable(string()),
  colours: array(ThemeColorSchema),
  fonts: array(ThemeFontSchema),
  values: type({}),
})
export type ThemeSettings = Infer<typeof ThemeSettings>

/** GET /themes/ID/settings: what can be chosen, by the latest version, and what is. */
export async function loadThemeSettings(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<ThemeSettings> {
  const path = `/themes/${id}/settings`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(ThemeSettings, body)
}

/** PUT /themes/ID/settings: all of them. Fails with 422 and `fields` by the settings' names, with 409 and `reach` until that is confirmed. */
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
