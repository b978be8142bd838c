import { getRecordUrl } from '#shared/engine/recordLink.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import { useCan } from '#client/runtime/ConsoleContext.tsx'
import { Link } from '#client/ui/Link.tsx'

/**
 * Renders the name of the record that a log entry is about. It links to the record's page, if such
 * records have one that the user can open.
 */
export function renderTarget({ targetType, targetId, label }: AnyRecord) {
  const target = getResource(String(targetType))
  const name = String(label ?? '')
  if (target?.list.page === undefined || typeof targetId !== 'number' || !name) return name || null
  return <TargetLink target={target} id={targetId} name={name} />
}

type TargetLinkProps = { target: Resource; id: number; name: string }

function TargetLink({ target, id, name }: TargetLinkProps) {
  return useCan()(target) ? <Link to={getRecordUrl(target, { id })}>{name}</Link> : name
}
