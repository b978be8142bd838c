import { getColumnField } from '#shared/engine/list/filterColumns.ts'
import { getColumnHeading } from '#shared/engine/resource.ts'
import { Table } from '#client/frame/index.ts'
import { createCell, isNumericColumn } from '#client/list/table/createCell.ts'
import type { ListProps } from '#client/list/listProps.ts'
import { creditsMessages } from './messages.ts'
import * as toolbar from '#client/list/ListToolbar.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'

/** The columns of the sums. The platform adds up the other fields by the first one. */
const sumColumns = ['unit', 'holders', 'outstanding', 'expiring']

/**
 * Shows the sums of all liabilities that a list found, one row per unit and never across units.
 * Collapsed if there are more than three, so that the list stays in view.
 */
export function CreditTotals({ resource, data: { sums } }: ListProps) {
  if (!sums || sums.length === 0) return null
  return (
    <details open={sums.length <= 3}>
      <summary className={toolbar.quiet}>
        {creditsMessages.totals}
        <span className={glyph.opens} />
      </summary>
      <Table
        caption={creditsMessages.totals}
        rows={sums}
        keyOf={(sum) => String(sum['unit'])}
        columns={sumColumns.map((name) => ({
          label:
            name === 'unit'
              ? creditsMessages.totalBy(getColumnField(resource, name).label)
              : getColumnHeading(resource, name),
          render: createCell(resource, name),
          align: isNumericColumn(resource, name) ? 'end' : 'start',
        }))}
      />
    </details>
  )
}
