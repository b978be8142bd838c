import { parseListView } from '#shared/engine/list/listView.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { splitFilterValues } from '#shared/engine/list/filterValues.ts'
import { searchOptions } from '#shared/engine/fields/references.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import type { PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { findTarget, getCompareParam, parseFilterTarget } from '../filterTarget.ts'
import { getValueLabelKey } from '../filterText.ts'
import { loadLabels } from './loadFilterLabels.ts'
import { hasChoices } from './parseFilterForm.ts'

export type FilterChoice = { value: string; label: string }
/** The choices that the form shows, the selected ones first. Null for a field without choices. */
export type FilterChoices = {
  choices: FilterChoice[]
  selected: readonly string[]
  /** Not all choices are shown. */
  isMore: boolean
} | null

/** Up to this many choices are shown. A search finds the others. */
const shownChoices = 50

/** Loads what the values of a filter are chosen from: options, or records that a search finds. */
export async function loadChoices({
  api,
  resource,
  params,
  signal,
}: PanelLoadContext): Promise<FilterChoices> {
  const edited = findTarget(parseListView(resource, params), parseFilterTarget(params))
  const column = params.get(getCompareParam('column')) ?? edited?.field ?? ''
  if (!hasChoices(resource, column)) return null
  const field = getColumnField(resource, column)
  const search = params.get(getCompareParam('find'))?.trim() ?? ''
  const sent = params.getAll(getCompareParam('choice'))
  const isEdited = edited?.field === column && ['eq', 'has', 'in', 'not'].includes(edited.op)
  const selected =
    params.has(getCompareParam('op')) || !isEdited ? sent : splitFilterValues(edited.value)
  const target = getReferenceTarget(field)
  const found = target
    ? await searchOptions(api, target, search, signal)
    : (field.options ?? []).filter(({ label }) =>
        label.toLowerCase().includes(search.toLowerCase()),
      )
  const labels = target ? await loadLabels(api, resource, column, selected, signal) : {}
  const toLabel = (value: string) =>
    field.options?.find((option) => option.value === value)?.label ??
    labels[getValueLabelKey(column, value)] ??
    value
  const others = found.filter(({ value }) => !selected.includes(value))
  return {
    choices: [
      ...selected.map((value) => ({ value, label: toLabel(value) })),
      ...others.slice(0, shownChoices).map(({ value, label }) => ({ value, label })),
    ],
    selected,
    isMore: others.length >= shownChoices,
  }
}
