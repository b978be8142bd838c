import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { Job, JobRow } from '#shared/engine/jobs/jobCalls.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { hasPage } from '#shared/navigation/resourceRoute.ts'
import { jobKinds } from './messages.ts'

/**
 * Returns the URL of a row's record. Null if the record is gone or has no page that its ID alone
 * opens.
 */
export function buildJobRowUrl(
  { kind, undoOf }: Pick<Job, 'kind' | 'undoOf'>,
  { targetId, outcome }: Pick<JobRow, 'targetId' | 'outcome'>,
): string | null {
  if (targetId === null) return null
  const buildOwnUrl = jobKinds[kind]?.rowAt
  if (buildOwnUrl) return buildOwnUrl(targetId)
  const [name = '', action = ''] = kind.split('.')
  const resource = getResource(name)
  if (!resource || resource.relations.parent) return null
  if (!hasPage(resource) && resource.list.page === undefined) return null
  // Undoing an import deletes the records that it created.
  const deletes = action === (undoOf ? 'import' : 'delete')
  return deletes && outcome === 'done' ? null : getRecordUrl(resource, { id: targetId })
}
