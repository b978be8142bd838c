import { inWords } from '#shared/engine/formValues.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { useZone } from '../ConsoleContext.tsx'
import * as panel from './Panel.css.ts'

type FactsProps = { resource: Resource; record: AnyRecord; names: readonly string[] }

export function RecordFacts({ resource, record, names }: FactsProps) {
  const zone = useZone()
  const lines = names.flatMap((name) => {
    const field = fieldOf(resource, name)
    const text = field ? inWords(field, record[name], record, name, zone) : ''
    return field && text ? [{ name, label: field.label, text }] : []
  })
  return (
    <dl className={panel.facts}>
      {lines.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
