import type { Field } from '#shared/engine/fields/fields.ts'
import { inWords } from '#shared/engine/fields/formValues.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { useZone } from '../runtime/ConsoleContext.tsx'
import { Link } from '../ui/Link.tsx'
import * as panel from './Panel.css.ts'

type FactsProps = {
  resource: Resource
  record: AnyRecord
  names: readonly string[]
  /** Where a fact leads, if anywhere. */
  addressOf?: (field: Field, name: string) => string | undefined
}

export function RecordFacts({ resource, record, names, addressOf }: FactsProps) {
  const zone = useZone()
  const lines = names.flatMap((name) => {
    const field = fieldOf(resource, name)
    const text = field ? inWords(field, record[name], record, name, zone) : ''
    return field && text ? [{ name, label: field.label, text, to: addressOf?.(field, name) }] : []
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
