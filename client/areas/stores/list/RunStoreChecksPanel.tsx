import { Form, useLocation, useNavigation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { Button, startJob, toJobLink } from '#client/frame/index.ts'
import { storesPanelsMessages } from './messages.ts'
import type { Intents } from '#client/form/handleForm.ts'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import type { PanelProps } from '#client/list/panels/definePanels.ts'
import * as styles from '#client/form/Panel.css.ts'

/** Starts a job that checks all stores, which would take too long for one response. */
export const checkIntents: Intents = {
  async checks({ api, key }) {
    const job = await startJob(api, '/stores/checks', key)
    return { notice: 'job-started', of: toJobLink(job, stores.path) }
  },
}

export function RunStoreChecksPanel({ view, data, refused }: PanelProps) {
  const { pathname, search } = useLocation()
  const close = buildListUrl(stores, withPanel(view, null))
  return (
    <Panel title={storesPanelsMessages.checks.title} close={close}>
      <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
        <div className={styles.body}>
          {refused?.failure && <FailureText failure={refused.failure} />}
          <p>{storesPanelsMessages.checks.explain}</p>
          <input type="hidden" name="intent" value="checks" />
          <input type="hidden" name="writeKey" value={data.writeKey} />
        </div>
        <FormFooter cancelUrl={close}>
          <Button type="submit" loading={useNavigation().state === 'submitting'}>
            {storesPanelsMessages.checks.run}
          </Button>
        </FormFooter>
      </Form>
    </Panel>
  )
}
