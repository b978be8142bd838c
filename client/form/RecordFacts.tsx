import type { Field } from '#shared/engine/fields/fields.ts'
import { formatValue } from '#shared/engine/fields/formValues.ts'
import { getField } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { useTimeZone } from '../runtime/ConsoleContext.tsx'
import { Link } from '../ui/Link.tsx'
import * as panel from './Panel.css.ts'

type RecordFactsProps = {
  resource: Resource
  record: AnyRecord
  names: readonly string[]
  /** Returns the URL of a fact, if any. */
  getUrl?: (field: Field, name: string) => string | undefined
}

export function RecordFacts({ resource, record, names, getUrl }: RecordFactsProps) {
  const zone = useTimeZone()
  const lines = names.flatMap((name) => {
    const field = getField(resource, name)
    const text = field ? formatValue(field, record[name], record, name, zone) : ''
    return field && text ? [{ name, label: field.label, text, to: getUrl?.(field, name) }] : []
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
