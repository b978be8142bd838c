import type { Api } from '#shared/engine/api.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { smtpSettings } from './smtpSettings.ts'

/**
 * Finds the platform's SMTP setting, which serves all stores without one of their own; undefined if
 * there is none.
 */
export async function findDefaultSmtpSetting(
  api: Api,
  signal?: AbortSignal,
): Promise<AnyRecord | undefined> {
  const query = {
    search: '',
    filters: [{ field: 'scope', op: 'eq' as const, value: 'platform' }],
    sort: getDefaultSort(smtpSettings),
    limit: 1,
    after: null,
  }
  const { records } = await listRecords(api, smtpSettings, query, signal)
  return records[0]
}
