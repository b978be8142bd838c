import { Form, useNavigation } from 'react-router'
import { isDay, toDay } from '#shared/format/dates.ts'
import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import type { ListFilter } from '#shared/engine/list/filterColumns.ts'
import {
  parseFilterPeriod,
  parseFilterRange,
  splitFilterValues,
} from '#shared/engine/list/filterValues.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { getColumnLabel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { filtersPanel, getCompareParam } from '../filterTarget.ts'
import type { Comparison, FilterTarget } from '../filterTarget.ts'
import {
  getComparisons,
  getInputShape,
  inputShapes,
  parseFilterForm,
  removeEditedFilter,
} from './parseFilterForm.ts'
import type { FilterErrors, InputShape } from './parseFilterForm.ts'
import { ValueInputs } from './ValueInputs.tsx'
import type { FilterChoices } from './loadChoices.ts'
import { filterMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './FiltersPanel.css.ts'

type Props = PanelProps<FilterChoices> & {
  params: URLSearchParams
  column: string
  target: FilterTarget
  edited: ListFilter | undefined
}

/** Renders the comparison of a filter, then the inputs of its value, in a GET form. */
export function FilterForm({ resource, view, loaded, params, column, target, edited }: Props) {
  const zone = useTimeZone()
  const busy = useNavigation().state === 'loading'
  const list = withPanel(view, null)
  const isSent = params.has(getCompareParam('op'))
  const sent = isSent ? parseFilterForm(resource, params, zone) : { errors: {} }
  const isSearch = params.get(getCompareParam('step')) === 'find'
  const errors: FilterErrors = 'errors' in sent && !isSearch ? sent.errors : {}
  const initial = getInitialInputs(edited?.field === column ? edited : undefined, zone)
  const read = (name: string) => (isSent ? params.get(getCompareParam(name)) : initial[name]) ?? ''
  const comparisons = getComparisons(resource, column)
  const hidden = [
    ...new URLSearchParams(buildListUrl(resource, list).split('?')[1]),
    [filtersPanel, ''] as const,
    [getCompareParam('column'), column] as const,
    ...(['group', 'at'] as const).flatMap((name) =>
      target[name] === null ? [] : [[getCompareParam(name), String(target[name])] as const],
    ),
  ]
  const label = getColumnLabel(resource, column)
  const listComparisons = (shape: InputShape) =>
    comparisons.filter((one) => getInputShape(resource, column, one) === shape).join(' ')
  const getInputProps = (name: string, text: string) => ({
    id: `compare-${name}`,
    name: getCompareParam(name),
    label: text,
    defaultValue: read(name),
    error: errors[name],
  })
  return (
    <Form
      method="get"
      action={resource.path.split('?')[0] ?? ''}
      className={`${panel.form} ${styles.form}`}
      preventScrollReset
      noValidate
      // The URL of another filter has other values.
      key={`${column}-${target.group}-${target.at}-${isSent}`}
    >
      <div className={panel.body}>
        {hidden.map(([name, value], at) => (
          <input key={`${name}-${at}`} type="hidden" name={name} value={value} />
        ))}
        <h3 className={panel.subheading}>{label}</h3>
        <Select
          {...getInputProps('op', filterMessages.comparison)}
          defaultValue={read('op') || comparisons[0]}
          data-comparison=""
          options={comparisons.map((value) => ({
            value,
            label: formatComparison(resource, column, value),
          }))}
        />
        {inputShapes.map((shape) => {
          const names = listComparisons(shape)
          return names === '' ? null : (
            <div key={shape} className={styles.inputs} data-for={names}>
              <ValueInputs
                {...{ shape, getInputProps, loaded }}
                kind={getColumnField(resource, column).kind}
              />
            </div>
          )
        })}
        {target.at !== null && (
          <p>
            <Link to={buildListUrl(resource, removeEditedFilter(list, target))} preventScrollReset>
              {filterMessages.remove}
            </Link>
          </p>
        )}
      </div>
      <FormFooter cancelUrl={buildListUrl(resource, list)}>
        <Button type="submit" name={getCompareParam('step')} value="another" color="white">
          {filterMessages.another}
        </Button>
        <Button type="submit" loading={busy}>
          {filterMessages.apply}
        </Button>
      </FormFooter>
    </Form>
  )
}

function formatComparison(resource: Resource, column: string, comparison: Comparison): string {
  const { kind } = getColumnField(resource, column)
  const { comparisons, listComparisons, timeComparisons } = filterMessages
  if (kind === 'list' || kind === 'references')
    return listComparisons[comparison] ?? comparisons[comparison]
  if (kind === 'date' || kind === 'instant')
    return timeComparisons[comparison] ?? comparisons[comparison]
  return comparisons[comparison]
}

/** Returns the inputs that an edited filter starts with, by name. */
function getInitialInputs(filter: ListFilter | undefined, zone: string): Record<string, string> {
  if (!filter) return { direction: 'last', unit: 'days' }
  const { op, value } = filter
  const toInputDay = (moment: string) => (isDay(moment) ? moment : toDay(moment, zone))
  const isMoment = /^\d{4}-\d\d-\d\d/.test(value)
  const range = parseFilterRange(value)
  const period = parseFilterPeriod(value)
  return {
    op: op === 'empty' ? (value === '1' ? 'empty' : 'filled') : op,
    one: value,
    value,
    values: splitFilterValues(value).join('\n'),
    ...(isMoment && !range && { day: toInputDay(value) }),
    ...(range && { from: range[0], to: range[1] }),
    ...(range && isMoment && { fromDay: toInputDay(range[0]), toDay: toInputDay(range[1]) }),
    ...(period
      ? { direction: period.direction, count: String(period.count), unit: period.unit }
      : { direction: 'last', unit: 'days' }),
  }
}
