import { useLocation } from 'react-router'
import { getFilterableColumns } from '#shared/engine/list/filterColumns.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { getColumnLabel } from '#shared/engine/resource.ts'
import { useTimeZone } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { Link } from '#client/ui/Link.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { buildFiltersUrl, findTarget, getCompareParam, parseFilterTarget } from '../filterTarget.ts'
import { joinFilterParts } from '../filterText.ts'
import { formatFilter } from './formatFilter.ts'
import { FilterForm } from './FilterForm.tsx'
import { loadChoices } from './loadChoices.ts'
import type { FilterChoices } from './loadChoices.ts'
import { filterMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './FiltersPanel.css.ts'

/**
 * Renders the choice of a field, then the form of its filter. Each step is a URL, so the panel
 * works without script.
 */
function FiltersPanel(props: PanelProps<FilterChoices>) {
  const { resource, view } = props
  const params = new URLSearchParams(useLocation().search)
  const target = parseFilterTarget(params)
  const edited = findTarget(view, target)
  const column = params.get(getCompareParam('column')) ?? edited?.field ?? ''
  const isKnown = getFilterableColumns(resource).includes(column)
  const title =
    target.group === null
      ? edited
        ? filterMessages.edit
        : filterMessages.title
      : filterMessages.group
  return (
    <Panel title={title} close={buildListUrl(resource, withPanel(view, null))}>
      {isKnown ? (
        <FilterForm {...props} {...{ params, column, target, edited }} />
      ) : (
        <FieldChoice {...props} group={target.group} />
      )}
    </Panel>
  )
}

/** Renders a group's alternatives, each with a link to its form, and the fields of the list. */
function FieldChoice({
  resource,
  view,
  data,
  group,
}: PanelProps<FilterChoices> & { group: number | null }) {
  const zone = useTimeZone()
  const alternatives = group === null ? [] : (view.query.groups?.[group - 1] ?? [])
  return (
    <div className={panel.body}>
      {alternatives.length > 0 && (
        <section>
          <p>{filterMessages.groupHint}</p>
          <ul className={styles.columns}>
            {alternatives.map((filter, at) => (
              <li key={at}>
                <Link
                  to={buildFiltersUrl(resource, view, { group, at })}
                  className={styles.column}
                  preventScrollReset
                >
                  {joinFilterParts(formatFilter(resource, filter, data.picked, zone))}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className={panel.subheading}>
          {group === null ? filterMessages.chooseField : filterMessages.addTo}
        </h3>
        <ul className={styles.columns}>
          {getFilterableColumns(resource).map((column) => (
            <li key={column}>
              <Link
                to={buildFiltersUrl(resource, view, { group, column })}
                className={styles.column}
                preventScrollReset
              >
                {getColumnLabel(resource, column)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

export const filtersPanel = { Panel: FiltersPanel, intents: {}, load: loadChoices }
