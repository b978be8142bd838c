import { formatIdentifierAsWords } from '../format/identifiers.ts'
import { getColumnLabel } from './resource.ts'
import { getResource } from './resourceRegistry.ts'

/**
 * Returns the label of a field that a log entry changed, by the entry's target type if it has one.
 * A field that no definition has is named by its identifier, in words.
 */
export function getChangedFieldLabel(targetType: string | null, name: string): string {
  const resource = getResource(targetType ?? '')
  const label = resource ? getColumnLabel(resource, name) : name
  return label === name ? formatIdentifierAsWords(name) : label
}
