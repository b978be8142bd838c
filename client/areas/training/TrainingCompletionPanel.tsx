import type { AnyRecord } from '#shared/engine/resource.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import type { Completion } from '#shared/areas/training/trainingCalls.ts'
import { Progress, Table, getPanelHeading } from '#client/frame/index.ts'
import { Panel } from '#client/form/Panel.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import { Link } from '#client/ui/Link.tsx'
import type { Column } from '#client/ui/Table.tsx'
import * as styles from '#client/form/Panel.css.ts'
import { completion } from './Completion.css.ts'
import { trainingCompletionMessages } from './messages.ts'

type CompletionRow = Completion['stores'][number]

const getCompletionPercent = ({ completed, members }: { completed: number; members: number }) =>
  members === 0 ? 0 : Math.floor((completed / members) * 100)

const completionColumns: readonly Column<CompletionRow>[] = [
  {
    label: trainingCompletionMessages.store,
    render: ({ id, name }) => <Link to={`/stores/${id}`}>{name}</Link>,
  },
  {
    label: trainingCompletionMessages.completed,
    align: 'end',
    render: (row) => (
      <Progress
        label={`${trainingCompletionMessages.completed}, ${row.name}`}
        percent={getCompletionPercent(row)}
      />
    ),
  },
  {
    label: trainingCompletionMessages.members,
    align: 'end',
    render: ({ members }) => formatNumber(members),
  },
  {
    label: trainingCompletionMessages.late,
    align: 'end',
    render: ({ overdue }) => formatNumber(overdue),
  },
]

/** Shows members' progress in a category, by store, lowest first. */
export function TrainingCompletionPanel({
  resource,
  view,
  loaded: { record, completion: results },
}: PanelProps<{ record: AnyRecord; completion: Completion }>) {
  const { required, members, completed, overdue, stores, more } = results
  const isDue = record['required'] === true && record['dueDays'] !== null
  return (
    <Panel
      {...getPanelHeading({ resource, view }, record, trainingCompletionMessages.title)}
      size="large"
    >
      <div className={styles.body}>
        {required === 0 && <p>{trainingCompletionMessages.empty}</p>}
        {required > 0 && members === 0 && <p>{trainingCompletionMessages.noRequiredMembers}</p>}
        {required > 0 && members > 0 && (
          <>
            <p>
              <strong>{trainingCompletionMessages.all(completed, members)}</strong>{' '}
              {isDue
                ? trainingCompletionMessages.overdue(overdue)
                : record['dueDays'] === null
                  ? trainingCompletionMessages.notDue
                  : trainingCompletionMessages.notRequired}
            </p>
            <div className={completion}>
              <Table
                caption={trainingCompletionMessages.byStore}
                columns={completionColumns}
                rows={stores}
                keyOf={({ id }) => id}
              />
            </div>
            {more && <p>{trainingCompletionMessages.more}</p>}
          </>
        )}
      </div>
    </Panel>
  )
}
