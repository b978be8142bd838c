import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { Completion } from '#shared/areas/training/trainingCalls.ts'
import { Panel } from '#client/form/Panel.tsx'
import { aboutRecord } from '#client/list/panels/definePanels.ts'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { Link } from '#client/ui/Link.tsx'
import { Progress } from '#client/ui/Progress.tsx'
import { Table } from '#client/ui/Table.tsx'
import type { Column } from '#client/ui/Table.tsx'
import * as styles from '#client/form/Panel.css.ts'
import { completion } from './Completion.css.ts'
import { completionWords as say } from './words.ts'

type Row = Completion['stores'][number]

const percent = ({ completed, members }: { completed: number; members: number }) =>
  members === 0 ? 0 : Math.floor((completed / members) * 100)

const columns: readonly Column<Row>[] = [
  { label: say.store, render: ({ id, name }) => <Link to={`/stores/${id}`}>{name}</Link> },
  {
    label: say.done,
    align: 'end',
    render: (row) => <Progress label={`${say.completed}, ${row.name}`} percent={percent(row)} />,
  },
  { label: say.members, align: 'end', render: ({ members }) => formatNumber(members) },
  { label: say.late, align: 'end', render: ({ overdue }) => formatNumber(overdue) },
]

/** How far members are with a category, worst stores first. */
export function CompletionPanel({
  resource,
  view,
  loaded: { record, completion: told },
}: PanelProps<{ record: AnyRecord; completion: Completion }>) {
  const { required, members, completed, overdue, stores, more } = told
  const isDue = record['required'] === true && record['dueDays'] !== null
  return (
    <Panel {...aboutRecord({ resource, view }, record, say.title)} size="large">
      <div className={styles.body}>
        {required === 0 && <p>{say.empty}</p>}
        {required > 0 && members === 0 && <p>{say.nobody}</p>}
        {required > 0 && members > 0 && (
          <>
            <p>
              <strong>{say.all(completed, members)}</strong>
              {'. '}
              {isDue ? `${say.overdue(overdue)}.` : say.notDue}
            </p>
            <div className={completion}>
              <Table caption={say.byStore} columns={columns} rows={stores} keyOf={({ id }) => id} />
            </div>
            {more && <p>{say.more}</p>}
          </>
        )}
      </div>
    </Panel>
  )
}
