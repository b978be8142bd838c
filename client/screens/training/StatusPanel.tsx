import { updateRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { fieldOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Resource } from '#shared/engine/resource.ts'
import { undoOf } from '#shared/engine/undo.ts'
import { trainingStatuses } from '#shared/resources/trainingCategories.ts'
import type { TrainingStatus } from '#shared/resources/trainingCategories.ts'
import type { Work } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { besideList, SendButton, SmallForm } from '#client/form/SmallForm.tsx'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'
import { statusWords as say } from './words.ts'

const statuses = Object.keys(trainingStatuses) as TrainingStatus[] // What it is made of.

/** Publishes, archives, or takes back to draft; what is missing before it can be published is told. */
function StatusPanel({ loaded: record, ...props }: PanelProps<AnyRecord>) {
  const { resource } = props
  const status = record['status'] as TrainingStatus // Of the kinds of its field.
  return (
    <SmallForm
      {...besideList(props)}
      tellsAll
      record={record}
      intent="status"
      title={say.title}
      sends={{ was: status }}
      buttons={statuses
        .filter((one) => one !== status)
        .map((one) => (
          <SendButton
            key={one}
            name="status"
            value={one}
            color={one === 'published' ? 'primary' : 'white'}
          >
            {say.to[one]}
          </SendButton>
        ))}
    >
      {(answer) => (
        <>
          <Missing resource={resource} errors={Object.entries(answer?.errors ?? {})} />
          <p>{say.now(trainingStatuses[status])}</p>
          <p>{say.means}</p>
        </>
      )}
    </SmallForm>
  )
}

function Missing({ resource, errors }: { resource: Resource; errors: [string, unknown][] }) {
  if (errors.length === 0) return null
  return (
    <div className={styles.warning} role="alert">
      <p>{say.incomplete}</p>
      <ul className={styles.list}>
        {errors.map(([name, error]) => (
          <li key={name}>{`${fieldOf(resource, name)?.label ?? name}: ${String(error)}`}</li>
        ))}
      </ul>
    </div>
  )
}

/** What category and content have in common. */
export const statusPanel = {
  Panel: StatusPanel,
  intents: {
    async status({ api, resource, form, key }: Work) {
      const status = String(form.get('status'))
      const record = await updateRecord(api, resource, target(form), { status }, key)
      const undo = undoOf(resource, { status: String(form.get('was')) }, { ...record })
      return { notice: 'status-changed', of: recordLink(resource, record), undo } as const
    },
  },
  load: openRecord,
}
