import { Form, useLocation, useNavigation } from 'react-router'
import { deleteRecord } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { userGroups } from '#shared/resources/userGroups.ts'
import { replaceGroup } from '#shared/users/userCalls.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel, panelAsks } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { Intent } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/definePanels.ts'
import { Button } from '#client/ui/Button.tsx'
import { Select } from '#client/ui/Select.tsx'
import { listOf, others, over } from './groupPanel.ts'
import { groupWords as say } from './words.ts'
import * as styles from '#client/form/Panel.css.ts'

type Removed = { group: AnyRecord; groups: AnyRecord[] }

function RemovePanel(props: PanelProps<Removed>) {
  const { data, refused } = props
  const { group, groups } = props.loaded
  const { pathname, search } = useLocation()
  const busy = useNavigation().formData !== undefined
  const answer = refused?.intent === 'remove' ? refused : undefined
  const members = Number(group['members'] ?? 0)
  return (
    <Panel {...over(props, group)}>
      <Form method="post" action={pathname + search} className={styles.form} noValidate>
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="id" value={group.id} />
        <input type="hidden" name="version" value={group.version} />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          <h3 id={panelAsks} className={styles.asks}>
            {say.deleteAsks(labelOf(userGroups, group))}
          </h3>
          <p>{members > 0 ? say.moves(say.members(members)) : say.nobody}</p>
          {members > 0 && (
            <Select
              id="group-to"
              name="groupId"
              label={say.moveTo}
              options={groups.map((one) => ({
                value: String(one.id),
                label: labelOf(userGroups, one),
              }))}
              error={answer?.errors['groupId']}
              defaultValue={String(answer?.values['groupId'] ?? groups[0]?.id ?? '')}
            />
          )}
        </div>
        <FormFooter leave={listOf(props)}>
          <Button type="submit" color="error" loading={busy}>
            {say.remove}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

/** Deletes a group; whoever is in it is in the other one first. */
const remove: Intent = async ({ api, resource, form, key }) => {
  const group = target(form)
  const to = form.get('groupId')
  if (to === null) await deleteRecord(api, resource, group, key)
  else await replaceGroup(api, group, Number(to), key)
  return { notice: to === null ? 'deleted' : 'reassigned' }
}

/** What deletes a group. */
export const removePanel = {
  Panel: RemovePanel,
  intents: { remove },
  load: async (work: PanelWork) => ({
    group: await openRecord(work),
    groups: await others(work, work.id ?? 0),
  }),
}
