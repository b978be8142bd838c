import { getColumnField } from '#shared/engine/list/listQuery.ts'
import { getColumnHeading } from '#shared/engine/resource.ts'
import { Table } from '#client/frame/index.ts'
import { createCell, isNumericColumn } from '#client/list/table/CellValue.tsx'
import type { ListProps } from '#client/list/listProps.ts'
import { creditsMessages } from './messages.ts'
import * as toolbar from '#client/list/ListToolbar.css.ts'
import * as glyph from '#client/ui/glyph.css.ts'

/**
 * Shows the sums of all entries that a list found, one row per currency and never across
 * currencies. Collapsed if there are more than three, so that the list stays in view.
 */
export function CreditTotals({ resource, data: { sums } }: ListProps) {
  const { by, of: summedFields } = resource.list.totals ?? { by: '', of: [] }
  if (!sums || sums.length === 0) return null
  return (
    <details open={sums.length <= 3}>
      <summary className={toolbar.quiet}>
        {creditsMessages.sums}
        <span className={glyph.opens} />
      </summary>
      <Table
        caption={creditsMessages.sums}
        rows={sums}
        keyOf={(sum) => String(sum[by])}
        columns={[by, ...summedFields].map((name) => ({
          label:
            name === by
              ? creditsMessages.sumsBy(getColumnField(resource, by).label)
              : getColumnHeading(resource, name),
          render: createCell(resource, name),
          align: isNumericColumn(resource, name) ? 'end' : 'start',
        }))}
      />
    </details>
  )
}
