import { Form } from 'react-router'
import type { RecordPage } from '#shared/engine/recordCalls.ts'
import { columnLabel } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { storeMembersMessages } from '#shared/stores/storeMembersMessages.ts'
import { isPageFailure } from '#client/failures.ts'
import type { PageFailure } from '#client/failures.ts'
import { CellValue, isNumeric } from '#client/list/CellValue.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Table } from '#client/ui/Table.tsx'
import type { Column } from '#client/ui/Table.tsx'
import { CursorPager } from './CursorPager.tsx'
import { Section, SectionFailure } from './Section.tsx'
import { storeAddress } from '#client/stores/storeAddress.ts'
import * as field from '#client/ui/Field.css.ts'
import * as layout from './Store.css.ts'
import * as styles from './MemberTable.css.ts'

const say = storeMembersMessages
const titles: Record<string, string> = say.titles

/** Records of one kind that belong to the store, to be searched and read. */
export function MemberTable({
  resource,
  columns,
  found,
  none,
  params,
  storeId,
  asked,
}: {
  resource: Resource
  columns: readonly string[]
  found: RecordPage | PageFailure
  /** What stands there when the store has none. */
  none: string
  /** The parameters of the address that search and page this table. */
  params: { search: string; after: string }
  storeId: number
  /** What the address asks of both tables. */
  asked: Record<string, string>
}) {
  const { many, one } = resource.title
  const { [params.search]: search = '', [params.after]: _after, ...others } = asked
  const kept = search ? { ...others, [params.search]: search } : others
  return (
    <Section id={resource.name} title={titles[resource.name] ?? many} wide>
      {isPageFailure(found) ? (
        <SectionFailure failure={found} />
      ) : (
        <div className={layout.inset}>
          <Form
            key={search}
            method="get"
            action={storeAddress(storeId, 'members')}
            className={styles.search}
            role="search"
            aria-label={say.searchOf(many)}
            preventScrollReset
          >
            <input type="hidden" name="tab" value="members" />
            {Object.entries(others).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <input
              type="search"
              name={params.search}
              defaultValue={search}
              placeholder={say.search}
              aria-label={say.searchOf(many)}
              className={field.control}
            />
            <Button type="submit" color="white">
              {say.apply}
            </Button>
          </Form>
          <Table
            caption={say.tableOf(many)}
            columns={columns.map((column) => columnOf(resource, column))}
            rows={found.records}
            keyOf={(record) => record.id}
            empty={<p className={layout.soft}>{search ? say.noMatch : none}</p>}
          />
          <CursorPager
            label={say.pagesOf(many)}
            page={found.page}
            one={one}
            many={many}
            to={(after) => storeAddress(storeId, 'members', { ...kept, [params.after]: after })}
          />
        </div>
      )}
    </Section>
  )
}

const columnOf = (resource: Resource, column: string): Column<AnyRecord> => ({
  label: columnLabel(resource, column),
  align: isNumeric(resource, column) ? 'end' : 'start',
  render: (record) => <CellValue resource={resource} record={record} column={column} />,
})
