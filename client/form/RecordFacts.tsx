import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import type { GuardedItem } from '#shared/navigation/menu.ts'
import { useCan, useTimeZone } from '../runtime/ConsoleContext.tsx'
import { Link } from '../ui/Link.tsx'
import { useRecordPages } from './useRecordPages.ts'
import * as panel from './Panel.css.ts'

type RecordFactsProps = {
  resource: Resource
  record: AnyRecord
  names: readonly string[]
  /** Returns the URL of a fact that names no other record, or that leads to a better place. */
  getUrl?: (name: string) => string | undefined
}

/** Renders facts of a record. Each one that names another record links to it. */
export function RecordFacts({ resource, record, names, getUrl }: RecordFactsProps) {
  const zone = useTimeZone()
  const can = useCan()
  const findPage = useRecordPages(resource)
  const lines = names.flatMap((name) => {
    const field = getField(resource, name)
    const text = field ? formatValue(field, record[name], record, name, zone) : ''
    if (!field || !text) return []
    const to =
      findPage(name)?.(record) ?? getUrl?.(name) ?? buildReferenceUrl(field, record, name, can)
    return [{ name, label: field.label, text, to }]
  })
  return (
    <dl className={panel.facts}>
      {lines.map(({ name, label, text, to }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{to ? <Link to={to}>{text}</Link> : text}</dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Builds the URL of a referenced record without a page of its own, if the user can open it: in the
 * list where it's created or read.
 */
function buildReferenceUrl(
  field: Field,
  record: AnyRecord,
  name: string,
  can: (guarded: GuardedItem, action?: 'write') => boolean,
): string | undefined {
  const { [name]: id, labels } = record
  const target = getReferenceTarget(field)
  if (field.kind !== 'reference' || !target || typeof id !== 'number' || !labels?.[name])
    return undefined
  if (target.reading && can(target.reading)) return `${target.reading.address}=${id}`
  if (!target.creation || !can(target.creation)) return undefined
  const { address } = target.creation
  const panel = can(target.creation, 'write') ? 'edit' : 'record'
  return address.endsWith('/create')
    ? address.replace(/create$/, String(id))
    : address.replace(/create$/, `${panel}=${id}`)
}
