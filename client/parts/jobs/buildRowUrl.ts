import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { Job, JobRow } from '#shared/engine/jobs/jobCalls.ts'
import { getResource } from '#shared/areas/index.ts'
import { hasPage } from '../palette/paletteItems.ts'
import { jobKinds } from './messages.ts'

/** Where the record of a row is opened; null of one that is gone, or that is opened nowhere by its id alone. */
export function buildRowUrl(
  { kind, undoOf }: Pick<Job, 'kind' | 'undoOf'>,
  { targetId, outcome }: Pick<JobRow, 'targetId' | 'outcome'>,
): string | null {
  if (targetId === null) return null
  const own = jobKinds[kind]?.rowAt
  if (own) return own(targetId)
  const [name = '', action = ''] = kind.split('.')
  const resource = getResource(name)
  if (!resource || resource.parent || !hasPage(resource)) return null
  // An import that is taken back deletes what it made.
  const deletes = action === (undoOf ? 'import' : 'delete')
  return deletes && outcome === 'done' ? null : getRecordUrl(resource, { id: targetId })
}
