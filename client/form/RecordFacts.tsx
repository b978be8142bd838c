import type { Field } from '#shared/engine/fields/fields.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { useTimeZone } from '../runtime/ConsoleContext.tsx'
import { Link } from '../ui/Link.tsx'
import { useRecordPages } from './useRecordPages.ts'
import * as panel from './Panel.css.ts'

type RecordFactsProps = {
  resource: Resource
  record: AnyRecord
  names: readonly string[]
  /** Returns the URL of a fact, if any. A record with a page of its own is linked anyway. */
  getUrl?: (field: Field, name: string) => string | undefined
}

export function RecordFacts({ resource, record, names, getUrl }: RecordFactsProps) {
  const zone = useTimeZone()
  const findPage = useRecordPages(resource)
  const lines = names.flatMap((name) => {
    const field = getField(resource, name)
    const text = field ? formatValue(field, record[name], record, name, zone) : ''
    if (!field || !text) return []
    const to = findPage(name)?.(record) ?? getUrl?.(field, name)
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
