import type { Api } from '../engine/api.ts'
import { references } from '../engine/fields.ts'
import { reachParam } from '../engine/reach.ts'
import { defineResource } from '../engine/resource.ts'
import { startJob } from '../jobs/jobCalls.ts'
import type { Job } from '../jobs/jobCalls.ts'
import { stores } from '../resources/stores.ts'
import { themes } from '../resources/themes.ts'

/** What a form asks that gives a theme to stores. None is made there. */
export const assigned = { storeIds: references('Stores', { ...stores, writes: [] }) }

/** Themes as that form takes them. */
export const assignedThemes = defineResource({
  ...themes,
  fields: { ...themes.fields, ...assigned },
  impact: stores.title,
})

/** POST /themes/ID/assign: a job gives it to stores. 409 and `reach` until it names that token. */
export const assignTheme = (
  api: Api,
  { id, storeIds, reach }: { id: number; storeIds: unknown; reach: string },
  key: string,
): Promise<Job> =>
  startJob(api, `/themes/${id}/assign`, key, {
    body: { storeIds },
    search: new URLSearchParams({ [reachParam]: reach }),
  })
