import { Form, useLocation, useNavigation } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { updateRecord } from '#shared/engine/recordCalls.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { fieldOf, labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { undoOf } from '#shared/engine/undo.ts'
import { trainingStatuses } from '#shared/resources/trainingCategories.ts'
import type { TrainingStatus } from '#shared/resources/trainingCategories.ts'
import type { Work } from '#client/form/answerForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { target } from '#client/form/saveChanges.ts'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { Button } from '#client/ui/Button.tsx'
import * as styles from '#client/form/Panel.css.ts'
import { statusWords as say } from './words.ts'

const statuses = Object.keys(trainingStatuses) as TrainingStatus[] // What it is made of.

/** Publishes, archives, or takes back to draft; what is missing before it can be published is told. */
function StatusPanel({ resource, view, data, refused, loaded: record }: PanelProps<AnyRecord>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const answer = refused?.intent === 'status' ? refused : undefined
  const close = listAddress(resource, withPanel(view, null))
  const status = record['status'] as TrainingStatus // Of the kinds of its field.
  const missing = Object.entries(answer?.errors ?? {})
  return (
    <Panel
      title={labelOf(resource, record)}
      kind={resource.title.one}
      close={close}
      row={record.id}
    >
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <input type="hidden" name="id" value={record.id} />
        <input type="hidden" name="version" value={record.version} />
        <input type="hidden" name="was" value={status} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          {missing.length > 0 && (
            <div className={styles.warning} role="alert">
              <p>{say.incomplete}</p>
              <ul className={styles.list}>
                {missing.map(([name, error]) => (
                  <li key={name}>{`${fieldOf(resource, name)?.label ?? name}: ${error}`}</li>
                ))}
              </ul>
            </div>
          )}
          <p>{say.now(trainingStatuses[status])}</p>
          <p>{say.means}</p>
        </div>
        <FormFooter leave={close}>
          {statuses
            .filter((one) => one !== status)
            .map((one) => (
              <Button
                key={one}
                type="submit"
                name="status"
                value={one}
                color={one === 'published' ? 'primary' : 'white'}
                loading={busy}
              >
                {say.to[one]}
              </Button>
            ))}
        </FormFooter>
      </Form>
    </Panel>
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
