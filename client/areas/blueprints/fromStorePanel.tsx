import { useRef } from 'react'
import { Form, redirect, useLocation, useNavigation } from 'react-router'
import { buildBlueprintFromStoreUrl } from '#shared/areas/stores/blueprints/buildBlueprintFromStoreUrl.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { Api } from '#shared/engine/api.ts'
import { reference } from '#shared/engine/fields/fields.ts'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { Button, FormField, definePanels } from '#client/frame/index.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import type { Intent } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { parseValidForm } from '#client/form/saveChanges.ts'
import type { PanelLoadContext, PanelProps } from '#client/list/panels/definePanels.ts'
import { useFocusFirstInvalid } from '#client/ui/inputs/focusFirstInvalid.ts'
import { blueprintMessages } from './messages.ts'
import * as styles from '#client/form/Panel.css.ts'

const fields = { store: reference(blueprintMessages.store, { name: 'stores', canCreate: false }) }

/** Asks which store a new blueprint starts from. */
function FromStorePanel({ resource, view, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().state === 'submitting'
  const answer = refused?.intent === 'fromStore' ? refused : undefined
  const form = useRef<HTMLFormElement>(null)
  useFocusFirstInvalid(form, answer)
  const close = buildListUrl(resource, withPanel(view, null))
  return (
    <Panel title={blueprintMessages.fromStore} close={close} size="small">
      <Form ref={form} method="post" action={pathname + search} className={styles.form} noValidate>
        <input type="hidden" name="intent" value="fromStore" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {answer?.failure && <FailureText failure={answer.failure} />}
          <p>{blueprintMessages.fromStoreExplain}</p>
          <FormField id="from-store" name="store" field={fields.store} answer={answer} />
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit" loading={busy}>
            {blueprintMessages.continue}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}

/** Opens the form of a new blueprint with the store's values. Saves nothing. */
const openFormFromStore: Intent = async ({ api, form }) => {
  const { store } = await parseValidForm(api, fields, form)
  return openForm(api, Number(store))
}

async function openForm(api: Api, id: number, signal?: AbortSignal): Promise<never> {
  throw redirect(buildBlueprintFromStoreUrl(await loadRecord(api, stores, id, signal)))
}

export const fromStorePanels = definePanels({
  fromStore: {
    button: blueprintMessages.fromStore,
    Panel: FromStorePanel,
    intents: { fromStore: openFormFromStore },
    load: async ({ api, id, signal }: PanelLoadContext) => {
      if (id !== null) await openForm(api, id, signal)
      return null
    },
  },
})
