import '#client/frame/forms.ts'
import { Form, useLocation } from 'react-router'
import { listAddress, withPanel } from '#shared/engine/list/listView.ts'
import { syncCatalogue } from '#shared/areas/giftCards/templateCalls.ts'
import { jobLink } from '#shared/engine/jobs/jobCalls.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { SendButton } from '#client/form/SmallForm.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'
import { templateWords as say } from './templateWords.ts'

const sync: Intent = async ({ api, key }) => ({
  notice: 'job-started',
  of: jobLink(await syncCatalogue(api, key), giftCardTemplates.path),
})

function SyncPanel({ resource, view, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const failure = refused?.intent === 'sync' ? refused.failure : undefined
  const close = listAddress(resource, withPanel(view, null))
  return (
    <Panel title={say.sync} close={close} size="small">
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <input type="hidden" name="intent" value="sync" />
        <input type="hidden" name="writeKey" value={data.writeKey} />
        <div className={styles.body}>
          {failure && <FailureText failure={failure} />}
          <p>{say.syncExplain}</p>
        </div>
        <FormFooter leave={close}>
          <SendButton>{say.sync}</SendButton>
        </FormFooter>
      </Form>
    </Panel>
  )
}

export const panels = { sync: { Panel: SyncPanel, intents: { sync }, load: null } }
