import { themes } from '#shared/areas/themes/themes.ts'
import { themeVersions } from '#shared/areas/themes/themeVersions.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { findPilotErrors } from './pilotStores.ts'
import { rolloutJob } from './rolloutJob.ts'
import { findRolloutAlerts } from './rolloutGuards.ts'
import { stageActions, stageHandlers, stageJobs } from './stageBulk.ts'
import { themeCalls } from './themeCalls.ts'
import { themeBulkHandlers, themeHooks } from './themeHooks.ts'
import { readThemePackage } from './themePackage.ts'
import { runningStores, themeVersionHooks } from './versionHooks.ts'
import { themeVisibility } from './visibility.ts'
import { insertThemeVersions } from './seed/themeVersions.ts'

export const themesArea = defineArea({
  name: 'themes',
  resources: [themes, themeVersions],
  hooks: { themes: themeHooks, themeVersions: themeVersionHooks },
  dependents: { themeVersions: [runningStores] },
  storeErrors: { themeVersions: findPilotErrors },
  calls: themeCalls,
  jobs: [rolloutJob, ...stageJobs],
  bulkActions: {
    themes: { handlers: themeBulkHandlers },
    themeVersions: { actions: stageActions, handlers: stageHandlers },
  },
  alerts: { incident: findRolloutAlerts },
  uploads: { 'themeVersions.package': readThemePackage },
  visibility: themeVisibility,
  seed: { afterStores: insertThemeVersions },
})

// For the chore that checks all guards.
export { checkRolloutGuards } from './rolloutGuards.ts'

// What the demo data is made from.
export { themeRows } from './seed/themes.ts'
