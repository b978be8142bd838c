import '#client/forms.ts'
import '#client/stores.ts'
import { Form, useLocation, useNavigation } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/listView.ts'
import { reachParam } from '#shared/engine/reach.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { jobLink } from '#shared/jobs/jobCalls.ts'
import { themes } from '#shared/resources/themes.ts'
import { assigned, assignTheme } from '#shared/themes/themeCalls.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intents } from '#client/form/answerForm.ts'
import { FieldInput } from '#client/form/FieldInput.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel, panelAsks } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ReachQuestion, reachButton } from '#client/form/ReachQuestion.tsx'
import { target, writtenIn } from '#client/form/saveChanges.ts'
import { valuesIn } from '#client/form/useRecordForm.ts'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps } from '#client/list/definePanels.ts'
import { Button } from '#client/ui/Button.tsx'
import * as styles from '#client/form/Panel.css.ts'
import { settingsPanel } from './SettingsPanel.tsx'
import { themesWords as say } from './words.ts'

const intents: Intents = {
  async assign({ api, form, key }) {
    const { storeIds } = await writtenIn(api, assigned, form)
    if (!Array.isArray(storeIds) || storeIds.length === 0)
      throw new Refusal({ storeIds: say.chooseStores })
    const reach = String(form.get(reachParam) ?? '')
    const job = await assignTheme(api, { id: target(form).id, storeIds, reach }, key)
    return { notice: 'job-started', of: jobLink(job, themes.path) }
  },
}

/** Chooses the stores that are to wear a theme; what that changes is told before it is done. */
function AssignPanel({ view, data, refused, loaded: theme }: PanelProps<AnyRecord>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const answer = refused?.intent === 'assign' ? refused : undefined
  const close = listAddress(themes, withPanel(view, null))
  const chosen = answer ? valuesIn(assigned, answer.values)['storeIds'] : []
  return (
    <Panel title={labelOf(themes, theme)} kind={themes.title.one} close={close} row={theme.id}>
      <Form
        method="post"
        action={pathname + search}
        className={styles.form}
        noValidate
        preventScrollReset
      >
        <input type="hidden" name="intent" value="assign" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <input type="hidden" name="id" value={theme.id} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          <h3 id={panelAsks} className={styles.asks}>
            {say.assignAsks}
          </h3>
          <p>{say.assignExplain}</p>
          <FieldInput
            id="assign-stores"
            name="storeIds"
            field={assigned.storeIds}
            value={chosen}
            error={answer?.errors['storeIds']}
            choices={answer?.choices?.['storeIds']}
          />
        </div>
        <FormFooter
          leave={close}
          question={answer?.reach && <ReachQuestion reach={answer.reach} />}
        >
          <Button type="submit" loading={busy}>
            {answer?.reach ? reachButton(answer.reach) : say.assignNext}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

/** What opens beside the list of themes. */
export const panels = {
  assign: { Panel: AssignPanel, intents, load: openRecord },
  settings: settingsPanel,
}
