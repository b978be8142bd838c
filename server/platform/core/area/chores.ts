import type { Resource } from '#shared/engine/resource.ts'
import { purgeOrphanFiles } from '../files/orphans.ts'
import { purgeIdempotencyKeys } from '../http/performWrite.ts'
import { purgeImportLines } from '../imports/purgeImportLines.ts'
import { checkDueIntegrations } from '../integrations/checkDueIntegrations.ts'
import type { Integration } from '../integrations/integration.ts'
import { closeLostIntegrationTests } from '../integrations/testJob.ts'
import type { Chore } from '../jobs/chores.ts'
import { requeueLostJobs } from '../jobs/jobQueue.ts'
import { createMonthPartitions } from '#server/platform/database/monthPartitions.ts'
import { purgeUndoData } from '../jobs/undoJob.ts'
import { purgeExpiredData } from '../platform/retention.ts'
import { getAreaIntegrations, getResources } from './buildCalls.ts'
import type { Area } from './area.ts'

/**
 * Returns all scheduled work: the core's and that of these areas. `4/5` in `cron` means every five
 * minutes from minute 4 on, so that chores don't all start at the same time. Each runs in one
 * process at a time.
 */
export const getChores = (areas: readonly Area[]): Chore[] => [
  ...createCoreChores(getResources(areas), getAreaIntegrations(areas)),
  ...areas.flatMap(({ chores = [] }) => chores),
]

const createCoreChores = (
  resources: readonly Resource[],
  integrations: readonly Integration[],
): Chore[] => [
  {
    name: 'jobs',
    cron: '* * * * *',
    run: requeueLostJobs,
    failure: "Stalled jobs couldn't be restarted",
  },
  {
    name: 'integrations',
    cron: '* * * * *',
    run: (platform) => checkDueIntegrations(platform, integrations),
    failure: "Integrations couldn't be checked",
    external: true,
  },
  {
    name: 'tests',
    cron: '21 * * * *',
    run: closeLostIntegrationTests,
    failure: "Unfinished tests couldn't be ended",
  },
  {
    name: 'keys',
    cron: '11 * * * *',
    run: purgeIdempotencyKeys,
    failure: "Old idempotency keys couldn't be deleted",
  },
  {
    name: 'unusedFiles',
    cron: '31 * * * *',
    run: (platform) => purgeOrphanFiles(platform, resources),
    failure: "Unused files couldn't be deleted",
  },
  {
    name: 'monthlyTables',
    cron: '41 * * * *',
    run: createMonthPartitions,
    failure: "Tables for the coming months couldn't be created",
  },
  {
    name: 'undo',
    cron: '51 * * * *',
    run: purgeUndoData,
    failure: "Undo data from old jobs couldn't be deleted",
  },
  {
    name: 'imports',
    cron: '56 4 * * *',
    run: purgeImportLines,
    failure: "Rows from old imports couldn't be deleted",
  },
  {
    name: 'retention',
    cron: '6 4 * * *',
    run: purgeExpiredData,
    failure: "Expired jobs, emails, events, and failed payments couldn't be deleted",
  },
]
