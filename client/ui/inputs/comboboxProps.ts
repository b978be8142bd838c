import type { ReactNode } from 'react'
import type { Option } from '#shared/engine/fields/fieldParts.ts'
import type { Rules } from './rules.ts'
import type { SearchFunction } from './useSearch.ts'

export type ComboboxProps = {
  id: string
  name: string
  label: string
  search: SearchFunction<Option>
  /**
   * Finds options whose label is the text left in the field. Defaults to exact matches from
   * `search`.
   */
  findExact?: SearchFunction<Option>
  initial?: Option | null
  text?: string | undefined
  /** Options that the text may mean, according to the server: several with one label. */
  choices?: readonly Option[] | undefined
  /** The record in which to search. Other records have other options. */
  parentId?: number | undefined
  /** Accepts text that isn't an option. */
  free?: boolean | undefined
  opened?: boolean | undefined
  onChoose?: (option: Option | null) => void
  placeholder?: string | undefined
  /** The other selected options, if the field takes several. */
  chips?: ReactNode
  hint?: string | undefined
  aside?: ReactNode
  /** The server's error; takes precedence over the rules. */
  error?: string | undefined
  /** Checked against the selected value. */
  rules?: Rules | undefined
  required?: boolean | string | undefined
  disabled?: boolean | undefined
}
